import type { Rehearsal } from '../../contract/studio';
import { isRecord, ownMember } from '../../model/answers/paths';
import { translate } from '../../model/messages/translate';
import { mergeTranslations } from '../../model/messages/wording';
import { resolveSection } from '../../model/section/resolveSection';
import { type ListedStep, listSteps } from '../../model/studio/listSteps';
import { differingQuestions } from '../../model/studio/rehearsal/differingQuestions';
import type { Answers, Checker, Context, PlainSection, SchemaFiles, SubscriberSettings } from '../../model/types';
import { compileSection } from '../../schema-tools/compile';
import { createConditionCheck } from './conditionCheck';
import type { FormsVersion } from './formsVersion';

export interface FormsSide {
  schemas: FormsVersion;
  settings: SubscriberSettings;
}

type RehearsedPersona = Rehearsal['personas'][number];

export function rehearseForms(live: FormsSide, draft: FormsSide, context: Context): Rehearsal {
  const steps = listSteps(draft.schemas.catalog);
  const personas = listPersonas(draft.schemas.files, steps, context);
  const names = [...new Set(steps.flatMap(({ sections }) => sections.map(({ section }) => section)))];
  const compared = names.map((name) => compareSection(name, live, draft));
  return {
    steps: steps.map((step) => ({ key: keyOf(step), flow: step.flow, title: step.title })),
    personas,
    differences: steps.flatMap((step) =>
      personas.flatMap((persona) => {
        const sectionNames = Object.keys(persona.asked[keyOf(step)] ?? {});
        const found = compared.filter(({ name }) => sectionNames.includes(name));
        return found.flatMap(({ find }) => find(keyOf(step), persona, context));
      }),
    ),
  };
}

const keyOf = ({ flow, id }: ListedStep) => `${flow}/${id}`;

function compareSection(name: string, live: FormsSide, draft: FormsSide) {
  const [before, after] = [resolveIn(live, name), resolveIn(draft, name)];
  const languages = ['', ...Object.keys(draft.schemas.languages)];
  const pairs = languages
    .map((language) => ({
      language,
      was: translateForm(live, before, language),
      is: translateForm(draft, after, language),
    }))
    .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is));
  const checkers = pairs.length > 0 ? [before && compileConditions(before), after && compileConditions(after)] : [];
  const see = (section: PlainSection | undefined, checker: Checker | undefined, answers: Answers, context: Context) =>
    section && checker && { section, shape: checker.shape(answers, context) };
  return {
    name,
    find(step: string, persona: RehearsedPersona, context: Context): Rehearsal['differences'] {
      const answers = persona.asked[step]?.[name] ?? {};
      const theirs = contextOf(persona, context);
      return pairs
        .map(({ language, was, is }) => ({
          ...{ step, section: name, language, persona: persona.name },
          questions: differingQuestions(
            see(was, checkers[0], answers, theirs),
            see(is, checkers[1], answers, theirs),
            answers,
          ),
        }))
        .filter(({ questions }) => questions.length > 0);
    },
  };
}

function resolveIn({ schemas: { catalog }, settings }: FormsSide, name: string): PlainSection | undefined {
  if (!catalog.sectionNames.includes(name)) return undefined;
  return resolveSection(catalog.section(name), settings, catalog.messages);
}

function translateForm({ schemas, settings }: FormsSide, plain: PlainSection | undefined, language: string) {
  if (!plain || language === '') return plain;
  return translate(plain, mergeTranslations(ownMember(schemas.languages, language) ?? {}, settings, language));
}

/** Compiles only the conditions, because compiling the rules for answers is slow. */
const compileConditions = (plain: PlainSection): Checker => compileSection({ ...plain, strict: {} });

interface Persona extends Pick<Context, 'applicationType' | 'applicant'> {
  name?: string;
  flows?: Record<string, Record<string, Record<string, Answers>>>;
}

function listPersonas(files: SchemaFiles, steps: readonly ListedStep[], context: Context): RehearsedPersona[] {
  const isActive = createConditionCheck();
  const names = Object.keys(files).filter((file) => file.startsWith('personas/'));
  return names.sort().flatMap((file) => {
    const persona: Persona = isRecord(files[file]) ? files[file] : {};
    const { name, applicationType, applicant } = persona;
    if (!name) return [];
    const theirs = contextOf(persona, context);
    const answersByStep = steps.map((step) => {
      const active = step.sections.filter(({ when }) => isActive(when, theirs));
      return [keyOf(step), Object.fromEntries(active.map((one) => [one.section, answersTo(persona, step, one)]))];
    });
    return [{ name, applicationType, applicant, asked: Object.fromEntries(answersByStep) }];
  });
}

function answersTo({ flows = {} }: Persona, { flow, id }: ListedStep, { section }: { section: string }): Answers {
  const all = Object.values(flows).flatMap((steps) => Object.values(steps));
  return flows[flow]?.[id]?.[section] ?? all.find((step) => section in step)?.[section] ?? {};
}

function contextOf({ applicationType, applicant }: Persona | RehearsedPersona, context: Context): Context {
  return { ...context, ...(applicationType && { applicationType }), ...(applicant && { applicant }) };
}
