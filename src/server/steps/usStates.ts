import states from '../../../schemas/definitions/us-state.json';

/** The states as the specification lists them (spec 001 §3): `{ ID: 1, StateShortCode: 'AL', StateName: 'Alabama' }`. */
export const usStates = states.oneOf.map(({ const: code, title }, n) => ({
  ID: n + 1,
  StateShortCode: code,
  StateName: title.slice(title.indexOf('-') + 2),
}));
