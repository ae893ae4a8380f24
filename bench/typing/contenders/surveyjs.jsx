import 'survey-core/survey-core.css';
import { schema } from 'virtual:section';
import { createRoot } from 'react-dom/client';
import { Model } from 'survey-core';
import { Survey } from 'survey-react-ui';

const item = schema.properties.employer.items;
const HIDDEN = ['id', 'monthly_avr_gross', 'gross_pay_verify', 'new_avrgross_pay', 'comment'];
const SHOWN = {
  iscurrent_employer: '{panel.isfuture_employer} = false',
  isfuture_employer: '{panel.iscurrent_employer} = false',
  employment_end_date: '{panel.iscurrent_employer} = false and {panel.isfuture_employer} = false',
  allowOfferLetter: "{panel.availableToUpload} = 'Yes'",
  files: "{panel.availableToUpload} = 'Yes'",
  no_doc_reason: "{panel.availableToUpload} = 'No'",
  other_reason: "{panel.availableToUpload} = 'No' and {panel.no_doc_reason} = 'other'",
};

function question(name, node, required) {
  return {
    name,
    title: node.title,
    isRequired: required.includes(name),
    ...kind(node),
    ...(SHOWN[name] && { visibleIf: SHOWN[name] }),
    ...(node.pattern && { validators: [{ type: 'regex', regex: node.pattern }] }),
  };
}

function kind(node) {
  if (node.type === 'boolean') return { type: 'boolean', renderAs: 'checkbox' };
  if (node.type === 'array') return { type: 'file' };
  if (node.oneOf)
    return {
      type: 'dropdown',
      renderAs: 'select',
      choices: node.oneOf.map(({ const: value, title }) => ({ value, text: title })),
    };
  return { type: 'text', ...(node.type === 'number' && { inputType: 'number' }) };
}

const model = {
  checkErrorsMode: 'onValueChanged',
  textUpdateMode: 'onTyping',
  elements: [
    question('response', schema.properties.response, schema.required),
    {
      type: 'paneldynamic',
      name: 'employer',
      title: schema.properties.employer.title,
      maxPanelCount: schema.properties.employer.maxItems,
      templateElements: Object.entries(item.properties)
        .filter(([name]) => !HIDDEN.includes(name))
        .map(([name, node]) => question(name, node, item.required)),
    },
  ],
};

/** SurveyJS with its default theme, answers taken and checked as one types. */
export const contender = {
  mount(root, answers) {
    const survey = new Model(model);
    survey.data = answers;
    createRoot(root).render(<Survey model={survey} />);
  },
  idOf: (row, name) => inputs(name)[row]?.id ?? '',
};

function inputs(name) {
  return [...document.querySelectorAll(`[data-name="${name}"] input`)];
}
