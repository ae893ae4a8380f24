import { schema, strict } from 'virtual:section';
import { Field as ChakraField, ChakraProvider, Checkbox, defaultSystem, Input, NativeSelect } from '@chakra-ui/react';
import { createRoot } from 'react-dom/client';
import { FormProvider, useFieldArray, useForm, useFormContext, useWatch } from 'react-hook-form';
import { getIn, parsePointer, setIn } from '../../../src/model/answers/paths';
import { createAjv } from '../../../src/schema-tools/compile';

const validate = createAjv().compile(strict);
const item = schema.properties.employer.items;
const HIDDEN = ['id', 'monthly_avr_gross', 'gross_pay_verify', 'new_avrgross_pay', 'comment'];

/** Compiled once, because @hookform/resolvers would compile the schema on every validation. */
function resolver(values) {
  const valid = validate({ ...values, $context: { today: '2026-11-21' } });
  if (valid) return { values, errors: {} };
  const errors = validate.errors.flatMap(messages).reduce((all, { path, ...error }) => setIn(all, path, error), {});
  return { values: {}, errors };
}

/** Returns AJV's errors by field. Reports a missing member at that member, not at its parent. */
function messages({ instancePath, keyword, message, params }) {
  const inner = keyword === 'errorMessage' ? params.errors : [{ keyword, params }];
  const base = parsePointer(instancePath);
  return inner.map(({ keyword: type, params: { missingProperty } }) => ({
    path: missingProperty === undefined ? base : [...base, missingProperty],
    type,
    message,
  }));
}

/** Uses react-hook-form with Chakra's uncontrolled inputs. Validates while typing. */
function Employers({ answers }) {
  const form = useForm({ defaultValues: answers, resolver, mode: 'onChange' });
  return (
    <FormProvider {...form}>
      <form noValidate>
        <Field name="response" node={schema.properties.response} />
        <List control={form.control} />
      </form>
    </FormProvider>
  );
}

function List({ control }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'employer', keyName: 'key' });
  return (
    <div>
      {fields.map((field, index) => (
        <section key={field.key}>
          <h3>Employer {index + 1}</h3>
          <button type="button" onClick={() => remove(index)}>
            Delete
          </button>
          <Row index={index} />
        </section>
      ))}
      <button type="button" onClick={() => append({})}>
        Add employer
      </button>
    </div>
  );
}

function Row({ index }) {
  const watched = ['iscurrent_employer', 'isfuture_employer', 'availableToUpload', 'no_doc_reason'];
  const [current, future, upload, reason] = useWatch({ name: watched.map((name) => `employer.${index}.${name}`) });
  const shown = {
    iscurrent_employer: !future,
    isfuture_employer: !current,
    employment_end_date: !current && !future,
    allowOfferLetter: upload === 'Yes',
    files: upload === 'Yes',
    no_doc_reason: upload === 'No',
    other_reason: upload === 'No' && reason === 'other',
  };
  return Object.entries(item.properties)
    .filter(([name]) => !HIDDEN.includes(name) && shown[name] !== false)
    .map(([name, node]) => <Field key={name} name={`employer.${index}.${name}`} node={node} />);
}

function Field({ name, node }) {
  const { formState } = useFormContext();
  const error = getIn(formState.errors, pathOf(name));
  const id = `employers_${name.replaceAll('.', '_')}`;
  return (
    <ChakraField.Root invalid={error !== undefined}>
      {node.type !== 'boolean' && <ChakraField.Label htmlFor={id}>{node.title}</ChakraField.Label>}
      <Control id={id} name={name} node={node} />
      {error?.message && <ChakraField.ErrorText>{error.message}</ChakraField.ErrorText>}
    </ChakraField.Root>
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

const pathOf = (name) => name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

export const contender = {
  mount: (root, answers) =>
    createRoot(root).render(
      <ChakraProvider value={defaultSystem}>
        <Employers answers={answers} />
      </ChakraProvider>,
    ),
};
