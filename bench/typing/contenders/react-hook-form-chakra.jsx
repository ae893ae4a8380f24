import { ChakraProvider, Checkbox, defaultSystem, Field, Input, NativeSelect } from '@chakra-ui/react';
import { createRoot } from 'react-dom/client';
import { useFormContext } from 'react-hook-form';
import { Employers } from './react-hook-form';

/** The floor's form, its questions drawn by Chakra's own components. */
function ChakraField({ id, name, node, error }) {
  return (
    <Field.Root invalid={error !== undefined}>
      {node.type !== 'boolean' && <Field.Label htmlFor={id}>{node.title}</Field.Label>}
      <Control id={id} name={name} node={node} />
      {error?.message && <Field.ErrorText>{error.message}</Field.ErrorText>}
    </Field.Root>
  );
}

function Control({ id, name, node }) {
  const { register } = useFormContext();
  if (node.type === 'boolean')
    return (
      <Checkbox.Root ids={{ hiddenInput: id }}>
        <Checkbox.HiddenInput {...register(name)} />
        <Checkbox.Control />
        <Checkbox.Label>{node.title}</Checkbox.Label>
      </Checkbox.Root>
    );
  if (node.type === 'array') return <Input id={id} type="file" />;
  if (node.oneOf)
    return (
      <NativeSelect.Root>
        <NativeSelect.Field id={id} {...register(name)} placeholder=" ">
          {node.oneOf.map((option) => (
            <option key={option.const} value={option.const}>
              {option.title}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    );
  const setValueAs = node.type === 'number' ? (text) => (text === '' ? undefined : Number(text)) : undefined;
  return <Input id={id} {...register(name, { setValueAs })} />;
}

export const contender = {
  mount: (root, answers) =>
    createRoot(root).render(
      <ChakraProvider value={defaultSystem}>
        <Employers answers={answers} field={ChakraField} />
      </ChakraProvider>,
    ),
};
