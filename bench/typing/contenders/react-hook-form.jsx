import { schema, strict } from 'virtual:section';
import { createContext, useContext } from 'react';
import { createRoot } from 'react-dom/client';
import { FormProvider, useFieldArray, useForm, useFormContext, useWatch } from 'react-hook-form';
import { getIn, parsePointer, setIn } from '../../../src/model/paths';
import { createAjv } from '../../../src/server/forms/compile';

const validate = createAjv().compile(strict);
const item = schema.properties.employer.items;
const HIDDEN = ['id', 'monthly_avr_gross', 'gross_pay_verify', 'new_avrgross_pay', 'comment'];

/** AJV compiled once; @hookform/resolvers would compile the schema again at every check. */
function resolver(values) {
  const valid = validate({ ...values, $context: { today: '2026-11-21' } });
  if (valid) return { values, errors: {} };
  const errors = validate.errors.flatMap(messages).reduce((all, { path, ...error }) => setIn(all, path, error), {});
  return { values: {}, errors };
}

/** AJV's errors at their fields: a missing member is put at that member, not at its parent. */
function messages({ instancePath, keyword, message, params }) {
  const inner = keyword === 'errorMessage' ? params.errors : [{ keyword, params }];
  const base = parsePointer(instancePath);
  return inner.map(({ keyword: type, params: { missingProperty } }) => ({
    path: missingProperty === undefined ? base : [...base, missingProperty],
    type,
    message,
  }));
}

/** The floor: react-hook-form with uncontrolled plain inputs, checked as one types, drawn again only when messages change. */
export function Employers({ answers, field = PlainField }) {
  const form = useForm({ defaultValues: answers, resolver, mode: 'onChange' });
  return (
    <FieldContext value={field}>
      <FormProvider {...form}>
        <form noValidate>
          <Field name="response" node={schema.properties.response} />
          <List control={form.control} />
        </form>
      </FormProvider>
    </FieldContext>
  );
}

/** Draws one question. */
const FieldContext = createContext(PlainField);

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
  const Drawn = useContext(FieldContext);
  const error = getIn(formState.errors, pathOf(name));
  const id = `employers_${name.replaceAll('.', '_')}`;
  return <Drawn id={id} name={name} node={node} error={error} />;
}

function PlainField({ id, name, node, error }) {
  return (
    <div>
      <label htmlFor={id}>{node.title}</label>
      <Input id={id} name={name} node={node} invalid={error !== undefined} />
      {error?.message && <p id={`${id}__error`}>{error.message}</p>}
    </div>
  );
}

function Input({ id, name, node, invalid }) {
  const { register } = useFormContext();
  const state = { id, 'aria-invalid': invalid, 'aria-describedby': `${id}__error` };
  if (node.type === 'boolean') return <input type="checkbox" {...register(name)} {...state} />;
  if (node.type === 'array') return <input type="file" {...state} />;
  if (node.oneOf)
    return (
      <select {...register(name)} {...state}>
        <option value="" />
        {node.oneOf.map((option) => (
          <option key={option.const} value={option.const}>
            {option.title}
          </option>
        ))}
      </select>
    );
  const setValueAs = node.type === 'number' ? (text) => (text === '' ? undefined : Number(text)) : undefined;
  return <input type="text" {...register(name, { setValueAs })} {...state} />;
}

const pathOf = (name) => name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

export const contender = {
  mount: (root, answers) => createRoot(root).render(<Employers answers={answers} />),
};
