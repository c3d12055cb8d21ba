package io.shardstream.ittests.path;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// Loads our classes once more, each method of which tells [PathRecorder] what it is given and what it returns.
/// The classes of the build stay as they are.
final class WovenClasses extends ClassLoader {
    private static final String OURS = "io.shardstream.";
    private static final ClassDesc RECORDER = ClassDesc.of(PathRecorder.class.getName());
    private static final MethodTypeDesc TAKES_ALL =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object.arrayType());
    private static final MethodTypeDesc TAKES_ONE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);

    WovenClasses() {
        super(WovenClasses.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS) || name.startsWith(PathRecorder.class.getName())) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? woven(name) : loaded;
        }
    }

    private Class<?> woven(String name) throws ClassNotFoundException {
        try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = file.readAllBytes();
            byte[] all = name.startsWith(getClass().getPackageName()) ? bytes : weave(bytes);
            return defineClass(name, all, 0, all.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] weave(byte[] bytes) {
        ClassFile files = ClassFile.of();
        return files.transformClass(files.parse(bytes), (type, element) -> {
            if (element instanceof MethodModel method && method.code().isPresent()) {
                type.transformMethod(method, MethodTransform.transformingCode(new Telling(method)));
            } else {
                type.with(element);
            }
        });
    }

    private record Telling(MethodModel method) implements CodeTransform {
        @Override
        public void atStart(CodeBuilder code) {
            List<ClassDesc> parameters = method.methodTypeSymbol().parameterList();
            code.loadConstant(parameters.size()).anewarray(ConstantDescs.CD_Object);
            for (int i = 0; i < parameters.size(); i++) {
                if (!parameters.get(i).isPrimitive()) {
                    code.dup().loadConstant(i).aload(code.parameterSlot(i)).aastore();
                }
            }
            code.invokestatic(RECORDER, "entered", TAKES_ALL);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (element instanceof ReturnInstruction end && end.opcode() == Opcode.ARETURN) {
                code.dup().invokestatic(RECORDER, "left", TAKES_ONE);
            }
            code.with(element);
        }
    }
}
