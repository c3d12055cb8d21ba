package io.shardstream.ittests.path;

import static java.util.Objects.requireNonNull;

import java.lang.StackWalker.Option;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/// Sees by the call stacks of one thread which classes have the document in hand: it is in what a method is given,
/// or in what it returns. [WovenClasses] has every method of ours tell it. One at a time.
public final class PathRecorder {
    /// Is in the document, and nowhere else.
    public static final String MARK = "follow-this-document";

    private static final String OURS = "io.shardstream.";
    private static final String TESTS = "io.shardstream.ittests.";
    private static final String BYTES = "io.shardstream.common.contract.bytes.Bytes";
    /// Of records in lists in records.
    private static final int DEEPEST = 12;
    private static final StackWalker STACK = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);

    private static volatile @Nullable Thread thread;
    private static List<List<String>> stacks = new ArrayList<>();
    private static Set<String> forms = new TreeSet<>();

    private PathRecorder() {}

    /// What was seen.
    ///
    /// @param stacks classes that have called each other, the first of a thread first, each time the document was
    ///   seen in the hand of the last
    /// @param forms records and the like as which the document travelled
    public record Path(List<List<String>> stacks, Set<String> forms) {}

    /// Begins to look at what this thread does.
    public static void begin() {
        stacks = new ArrayList<>();
        forms = new TreeSet<>();
        thread = Thread.currentThread();
    }

    /// The document is where it was to come to; called by any thread while the other one waits, or by that itself.
    public static Path end() {
        thread = null;
        return new Path(stacks, forms);
    }

    /// A method was called.
    public static void entered(@Nullable Object[] arguments) {
        look(arguments);
    }

    /// A method returns.
    public static void left(@Nullable Object result) {
        look(result);
    }

    /// Whoever asks has been given this.
    public static void look(@Nullable Object given) {
        if (Thread.currentThread().equals(thread) && carries(given, 0)) {
            seen();
        }
    }

    private static void seen() {
        List<Class<?>> frames =
                new ArrayList<>(STACK.walk(all -> all.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                        .filter(PathRecorder::isOurs)
                        .toList()));
        Collections.reverse(frames);
        List<String> stack = new ArrayList<>();
        for (Class<?> frame : frames) {
            String name = frame.getNestHost().getName();
            if (isForm(frame)) {
                forms.add(frame.getName().replace('$', '.'));
            } else if (stack.isEmpty() || !name.equals(stack.getLast())) {
                stack.add(name);
            }
        }
        if (stacks.isEmpty() || !stack.equals(stacks.getLast())) {
            stacks.add(stack);
        }
    }

    private static boolean isOurs(Class<?> type) {
        return type.getName().startsWith(OURS) && !type.getName().startsWith(TESTS);
    }

    /// What the document is while it is on its way, and what is asked about itself.
    private static boolean isForm(Class<?> type) {
        return type.isRecord()
                || type.isEnum()
                || type.isInterface()
                || Throwable.class.isAssignableFrom(type)
                || type.getName().equals(BYTES);
    }

    private static boolean carries(@Nullable Object object, int depth) {
        return depth < DEEPEST
                && switch (object) {
                    case null -> false;
                    case byte[] bytes -> holdsMark(bytes, 0, bytes.length);
                    case String text -> text.contains(MARK);
                    case Optional<?> one -> one.isPresent() && carries(one.get(), depth + 1);
                    case Collection<?> all -> all.stream().anyMatch(one -> carries(one, depth + 1));
                    case Map<?, ?> map -> carries(map.values(), depth + 1);
                    case ConsumerRecord<?, ?> message -> carries(message.value(), depth + 1);
                    case ProducerRecord<?, ?> message -> carries(message.value(), depth + 1);
                    case ConsumerRecords<?, ?> all ->
                        StreamSupport.stream(all.spliterator(), false).anyMatch(one -> carries(one, depth + 1));
                    case Object[] all -> Arrays.stream(all).anyMatch(one -> carries(one, depth + 1));
                    default -> isHolder(object.getClass()) && fieldsCarry(object, depth);
                };
    }

    /// Our records and what lambdas have kept; not parts of ours that hold documents while they wait.
    private static boolean isHolder(Class<?> type) {
        return type.getName().startsWith(OURS)
                && (type.isRecord() || type.isHidden() || type.getName().equals(BYTES));
    }

    private static boolean fieldsCarry(Object object, int depth) {
        try {
            if (object.getClass().getName().equals(BYTES)) {
                return holdsMark(
                        (byte[]) field(object, "array"), (int) field(object, "offset"), (int) field(object, "length"));
            }
            for (Field field : object.getClass().getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && carries(valueOf(field, object), depth + 1)) {
                    return true;
                }
            }
            return false;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static Object field(Object object, String name) throws ReflectiveOperationException {
        return requireNonNull(valueOf(object.getClass().getDeclaredField(name), object));
    }

    private static @Nullable Object valueOf(Field field, Object object) throws ReflectiveOperationException {
        field.setAccessible(true);
        return field.get(object);
    }

    private static boolean holdsMark(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.ISO_8859_1).contains(MARK);
    }
}
