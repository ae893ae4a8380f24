import { schema } from 'virtual:section';
import { JsonForms } from '@jsonforms/react';
import { vanillaCells, vanillaRenderers } from '@jsonforms/vanilla-renderers';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { flatSchema } from '../standardSchema';

const flat = flatSchema(schema);
const item = schema.properties.employer.items;
const HIDDEN = ['id', 'gross_pay_verify', 'new_avrgross_pay', 'comment', 'files'];

/** Conditions as JSON Forms has them: a SHOW rule on the control, over the object it stands in. */
function control(name, conditions) {
  const { if: test } = conditions.find(({ show = [] }) => show.includes(name)) ?? {};
  const rule = test && { effect: 'SHOW', condition: { scope: '#', schema: test } };
  return { type: 'Control', scope: `#/properties/${name}`, ...(rule && { rule }) };
}

const detail = {
  type: 'VerticalLayout',
  elements: Object.keys(item.properties)
    .filter((name) => !HIDDEN.includes(name))
    .map((name) => control(name, item['x-conditions'])),
};

const uischema = {
  type: 'VerticalLayout',
  elements: [
    { type: 'Control', scope: '#/properties/response' },
    { type: 'Control', scope: '#/properties/employer', options: { detail } },
  ],
};

/** JSON Forms with its plain renderers, as its documentation has it. */
function Employers({ answers }) {
  const [data, setData] = useState(answers);
  return (
    <JsonForms
      schema={flat}
      uischema={uischema}
      data={data}
      renderers={vanillaRenderers}
      cells={vanillaCells}
      onChange={(event) => setData(event.data)}
    />
  );
}

export const contender = {
  mount: (root, answers) => createRoot(root).render(<Employers answers={answers} />),
  idOf: (row, name) => inputs(name)[row]?.id ?? '',
};

/** JSON Forms numbers its ids in the order in which it drew the fields. */
function inputs(name) {
  const { title } = item.properties[name];
  return [...document.querySelectorAll('label')]
    .filter((label) => label.textContent.replace('*', '').trim() === title)
    .map((label) => label.parentElement.querySelector('input'))
    .filter(Boolean);
}
