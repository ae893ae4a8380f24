import { schema } from 'virtual:section';

const names = Object.entries(schema.properties.employer.items.properties).filter(([, { type }]) => type !== 'array');

/** As many plain inputs without any engine: what the browser itself costs. */
export const contender = {
  mount(root, { employer }) {
    root.innerHTML = employer
      .map((row, index) =>
        names.map(([name]) => input(`employers_employer_${index}_${name}`, row[name] ?? '')).join(''),
      )
      .join('');
  },
};

function input(id, value) {
  return `<label for="${id}">${id}</label><input id="${id}" value="${value}">`;
}
