import type { RegistrationPage } from '../../api/users';
import type { Answers, SchemaNode } from '../../model/types';

/** Which answer of the registration each member of the master data fills in (spec 000, section 3). */
const sources: Record<string, string> = {
  fname: 'first_name',
  mname: 'middle_name',
  lname: 'last_name',
  email: 'email',
  hearAboutUs: 'HearAboutUs',
  state: 'State',
  city: 'City',
  address: 'DesiredPropertyAddress',
  unitNo: 'DesiredUnitNumber',
  rent: 'DesiredRent',
  desiredMoveInDate: 'DesiredMoveInDate',
  agent: 'selected_agent',
  Office: 'Office',
  floor: 'select_floor',
  unit: 'selected_unit',
};

/** What the server knows already, as answers of one section. What it does not know stays absent. */
export function prefill({ properties = {} }: SchemaNode, page: RegistrationPage): Answers {
  const known = Object.keys(properties).map((name) => [name, knownAnswer(name, page)]);
  return Object.fromEntries(known.filter(([, value]) => value !== undefined));
}

function knownAnswer(name: string, page: RegistrationPage): unknown {
  if (name === 'mobile') return page.mobile ? [page.mobile] : undefined;
  const value = page[sources[name] ?? ''];
  return value === '' || value === null ? undefined : value;
}
