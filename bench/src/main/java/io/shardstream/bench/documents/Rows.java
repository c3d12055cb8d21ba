package io.shardstream.bench.documents;

import io.shardstream.workload.load.SampleDocument;
import io.trino.tpch.GenerateUtils;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Rows of TPC-H's `lineitem` as documents. TPC-H has its own seeds: they are the same every time.
final class Rows {
    private static final double ROWS_OF_SCALE_ONE = 6_000_000;
    private static final double ROOM = 1.1;

    private Rows() {}

    static Stream<SampleDocument> stream(long documents) {
        double scale = Math.max(0.01, documents * ROOM / ROWS_OF_SCALE_ONE);
        LineItemGenerator rows = new LineItemGenerator(scale, 1, 1);
        return StreamSupport.stream(rows.spliterator(), false).limit(documents).map(Rows::document);
    }

    private static SampleDocument document(LineItem row) {
        String json = String.format(
                Locale.ROOT,
                """
                {"l_orderkey":%d,"l_partkey":%d,"l_suppkey":%d,"l_linenumber":%d,"l_quantity":%d,\
                "l_extendedprice":%.2f,"l_discount":%.2f,"l_tax":%.2f,"l_returnflag":"%s","l_linestatus":"%s",\
                "l_shipdate":"%s","l_commitdate":"%s","l_receiptdate":"%s","l_shipinstruct":"%s","l_shipmode":"%s",\
                "l_comment":"%s"}""",
                row.orderKey(),
                row.partKey(),
                row.supplierKey(),
                row.lineNumber(),
                row.quantity(),
                row.extendedPrice(),
                row.discount(),
                row.tax(),
                row.returnFlag(),
                row.status(),
                GenerateUtils.formatDate(row.shipDate()),
                GenerateUtils.formatDate(row.commitDate()),
                GenerateUtils.formatDate(row.receiptDate()),
                row.shipInstructions(),
                row.shipMode(),
                row.comment());
        return SampleDocument.of(row.orderKey() + "-" + row.lineNumber(), json);
    }
}
