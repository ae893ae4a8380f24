import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import flow from '../../../schemas/flows/entry.json';
import texts from '../../../schemas/texts/entry.json';
import { createAct } from '../../api/act';
import { type ApiError, toApiError } from '../../api/apiError';
import type { EntryLink } from '../../api/forms';
import { register } from '../../api/users';
import type { RegistrationPage } from '../../contract/entry';
import { type StepAnswers, toBody } from '../../model/body';
import { stepInRole } from '../../model/flow';
import { isRecord } from '../../model/paths';
import type { Answers, Context, FieldError, Flow, ServedForm, ServedSection, Step } from '../../model/types';
import { placeErrors } from '../form/serverErrors';
import { type SectionForms, useSectionForms } from '../form/useSectionForms';
import { lastEnding } from '../session/sessionEnd';
import { sessionStore } from '../session/sessionStore';
import { dismissToasts, toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';
import { messageOf } from './LoadProblem';

export interface Registration {
  forms: SectionForms;
  context: Context;
  isPending: boolean;
  start(): Promise<void>;
}

/** Sends the registration and takes its answer: a session, or what has to be mended first (spec 000, section 4). */
export function useRegistration(entry: EntryLink, page: RegistrationPage, form: ServedForm): Registration {
  const forms = useSectionForms(form.sections, form.context);
  const navigate = useNavigate();
  const [isTaken, setTaken] = useState(page.Email_check ?? form.context.emailTaken ?? false);
  const context = useMemo(() => ({ ...form.context, emailTaken: isTaken }), [form.context, isTaken]);
  const [act] = useState(createAct);

  const [isPending, start] = usePending(async () => {
    const answers = forms.submit();
    if (!answers) return;
    const body = toBody(registrationStep(), answers);
    dismissToasts();
    try {
      const { records, message } = await act(body, (key) => register(body, entry, key));
      await lastEnding();
      enter(body, entry, records);
      toast('success', records.message || message || texts.registration.done);
      await navigate('/instruction', { replace: true });
    } catch (cause) {
      refuse(toApiError(cause));
    }
  });

  function refuse(error: ApiError): void {
    const findings = findingsOf(error);
    if (error.code === 'emailTaken') askForUsername();
    else if (Object.keys(findings).length > 0) forms.refuse(findings);
    else toast('error', messageOf(error, texts.registration.failed), true);
  }

  /** The field is drawn first, then it takes the focus. */
  function askForUsername(): void {
    setTaken(true);
    toast('error', texts.registration.usernameNeeded);
    setTimeout(() => forms.focus('registration-login', ['username']));
  }

  return { forms, context, isPending, start };
}

function enter(
  body: Record<string, unknown>,
  entry: EntryLink,
  records: { trnid: string; token: string; refreshToken: string },
): void {
  forgetTyped();
  sessionStore.update({
    email: String(body.email),
    loginName: String(body.username ?? body.email),
    token: records.token,
    refreshToken: records.refreshToken,
    trnId: records.trnid,
    urlGeneratedAts: entry.link,
    logout: false,
    newApp: true,
  });
}

function findingsOf(error: ApiError): Record<string, FieldError[]> {
  if (error.code === 'usernameTaken')
    return { 'registration-login': [{ path: ['username'], message: error.message, keyword: 'server' }] };
  return placeErrors(error.fieldErrors ?? [], registrationStep()).bySection;
}

// TypeScript reads a role in a JSON file as any text.
const entryFlow = flow as Flow;

/** The registration as the entry flow says it. */
export const registrationStep = (): Step => stepInRole(entryFlow, 'registration');

/** A section of the page with what the flow calls it. */
export interface Part {
  anchor: string;
  tab: string;
  title: string;
  section: ServedSection;
}

/** The sections that the server serves for this type of application, in the flow's order. */
export function partsOf(sections: readonly ServedSection[]): Part[] {
  return registrationStep().sections.flatMap(({ section: name, anchor, tab, title }) => {
    const section = sections.find((served) => served.name === name);
    return section ? [{ anchor, tab, title, section }] : [];
  });
}

const KEY = 'rental-registration';

/** What was typed into this tab's registration, so that a reload loses nothing; passwords are never kept. */
export function readTyped(path: string): StepAnswers {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    const sections = isRecord(kept) && kept.path === path && isRecord(kept.sections) ? kept.sections : {};
    return Object.fromEntries(
      Object.entries(sections).filter((entry): entry is [string, Answers] => isRecord(entry[1])),
    );
  } catch {
    // Storage that is switched off, or written by a stranger, holds nothing typed.
    return {};
  }
}

export function keepTyped(path: string, { name, ui }: ServedSection, answers: Answers): void {
  const open = Object.entries(answers).filter(([field]) => !isPassword(ui[field]));
  const sections = { ...readTyped(path), [name]: Object.fromEntries(open) };
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path, sections }));
  } catch {
    // Without storage a reload starts anew.
  }
}

function forgetTyped(): void {
  sessionStorage.removeItem(KEY);
}

function isPassword(ui: unknown): boolean {
  return isRecord(ui) && ui['ui:widget'] === 'Password';
}
