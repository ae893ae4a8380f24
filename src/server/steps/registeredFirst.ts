import type { StepAnswers } from '../../model/body';
import { recordsIn } from '../../model/paths';
import type { Answers, SchemaNode, Step } from '../../model/types';
import type { KnownStep } from './stepStore';

/**
 * What the registration tells, laid into the steps that ask for it before their first save, so that nothing is asked twice: about the
 * applicant (`body: "applicant"`), and by the names of `from` in the flow. Only names that the section has are given.
 */
export function registeredFirst(step: Step, known: KnownStep, schemaOf: (section: string) => SchemaNode): StepAnswers {
  const parts = step.sections.filter((one) => one.body === 'applicant' || one.from);
  return Object.fromEntries(
    parts.map(({ section, from }) => {
      const properties = schemaOf(section).properties ?? {};
      const given = Object.entries(from ? renamed(known, from) : applicantOf(known));
      const fitting = given.map(
        ([name, value]) => [name, properties[name] && asAsked(properties[name], value)] as const,
      );
      return [section, Object.fromEntries(fitting.filter(([, value]) => value !== undefined))];
    }),
  );
}

/** The floor and the unit may have come with the link instead of an answer. */
function renamed({ registration, application }: KnownStep, from: Record<string, string>): Answers {
  const told: Answers = {
    ...registration,
    floor: application.floor_id ?? undefined,
    unit: application.unit_id ?? undefined,
  };
  return Object.fromEntries(Object.entries(from).map(([name, registered]) => [name, told[registered]]));
}

/** Digits or dollars with cents where a whole number is asked for; undefined for what is no number. */
function asAsked({ type }: SchemaNode, value: unknown): unknown {
  if (value === undefined || value === '' || (type !== 'number' && type !== 'integer')) return value || undefined;
  const number = Number(value);
  if (!Number.isFinite(number)) return undefined;
  return type === 'integer' ? Math.round(number) : number;
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
