import type { StepAnswers } from '../../model/body';
import { recordsIn } from '../../model/paths';
import type { Answers, SchemaNode, Step } from '../../model/types';
import type { KnownStep } from '../stores/stepStore';

/**
 * What the registration tells about the applicant, laid into the step that asks for it (`body: "applicant"`),
 * so that nothing is asked twice. Only names that the section has are given.
 */
export function applicantFirst(step: Step, known: KnownStep, schemaOf: (section: string) => SchemaNode): StepAnswers {
  const part = step.sections.find((one) => one.body === 'applicant');
  if (!part) return {};
  const properties = schemaOf(part.section).properties ?? {};
  const given = Object.entries(applicantOf(known)).filter(([name, value]) => name in properties && value !== undefined);
  return { [part.section]: Object.fromEntries(given) };
}

function applicantOf({ application, registration }: KnownStep): Answers {
  const mobile = Array.isArray(registration.mobile) ? registration.mobile.map((number) => ({ number })) : [];
  const other = recordsIn(registration.other)[0];
  return {
    first_name: application.first_name || undefined,
    middle_name: registration.mname || undefined,
    last_name: application.last_name || undefined,
    Email: application.email || undefined,
    mobile: mobile.length ? mobile : undefined,
    otherPhoneCaption: other?.type,
    otherPhoneNumber: other?.number,
  };
}
