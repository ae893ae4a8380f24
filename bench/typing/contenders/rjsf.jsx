import { schema } from 'virtual:section';
import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { standardSchema } from '../standardSchema';

const standard = standardSchema(schema);

const hidden = { 'ui:widget': 'hidden' };
const uiSchema = {
  employer: { items: { id: hidden, gross_pay_verify: hidden, new_avrgross_pay: hidden, comment: hidden } },
};

/** RJSF as its documentation has it: its own theme, its own validator, the data held by the parent, checked as one types. */
function Employers({ answers }) {
  const [data, setData] = useState(answers);
  return (
    <Form
      schema={standard}
      uiSchema={uiSchema}
      validator={validator}
      formData={data}
      onChange={(event) => setData(event.formData)}
      liveValidate
      idPrefix="employers"
      showErrorList={false}
    />
  );
}

export const contender = {
  mount: (root, answers) => createRoot(root).render(<Employers answers={answers} />),
};
