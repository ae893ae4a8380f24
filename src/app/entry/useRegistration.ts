import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import flow from '../../../schemas/flows/entry.json';
import { type ApiError, toApiError } from '../../api/apiError';
import type { EntryLink } from '../../api/forms';
import { createIdempotentCall } from '../../api/idempotentCall';
import { register } from '../../api/users';
import type { RegistrationPage } from '../../contract/entry';
import { useMessages } from '../../messages/useMessages';
import { isRecord } from '../../model/answers/paths';
import { type StepAnswers, toBody } from '../../model/answers/stepBody';
import { defineLiveFile } from '../../model/messages/liveFiles';
import { requiredStep } from '../../model/section/flow';
import type { Answers, Context, FieldError, Flow, ServedForm, ServedSection, Step } from '../../model/types';
import { placeErrors } from '../form/serverErrors';
import { type SectionForms, useSectionForms } from '../form/useSectionForms';
import { tabStorage } from '../session/safeStorage';
import { awaitLogout } from '../session/sessionEnd';
import { sessionStore } from '../session/sessionStore';
import { refusalMessage } from '../ui/LoadError';
import { dismissToasts, toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';

export interface Registration {
  forms: SectionForms;
  context: Context;
  isPending: boolean;
  start(): Promise<void>;
}

/** Returns the registration's forms and a function that sends them (docs/spec/000.md, §4). */
export function useRegistration(entry: EntryLink, page: RegistrationPage, form: ServedForm): Registration {
  const messages = useMessages('entry').registration;
  const forms = useSectionForms(form.sections, form.context);
  const navigate = useNavigate();
  const [isTaken, setTaken] = useState(page.Email_check ?? form.context.emailTaken ?? false);
  const context = useMemo(() => ({ ...form.context, emailTaken: isTaken }), [form.context, isTaken]);
  const [registerOnce] = useState(createIdempotentCall);
  const withUsername = form.sections.find(({ schema }) => schema.properties?.username)?.name ?? '';

  const [isPending, start] = usePending(async () => {
    const answers = forms.submit();
    if (!answers) return;
    const body = toBody(registrationStep(), answers);
    dismissToasts();
    try {
      const { records, message } = await registerOnce(body, (key) => register(body, entry, key));
      await awaitLogout();
      enter(body, entry, records);
      await navigate('/instruction', { replace: true });
      toast('success', message || records.message || messages.done, { place: 'start' });
    } catch (cause) {
      refuse(toApiError(cause));
    }
  });

  function refuse(error: ApiError): void {
    const errors = groupErrors(error, withUsername);
    if (error.code === 'emailTaken') askForUsername();
    else if (Object.keys(errors).length > 0) forms.refuse(errors);
    else toast('error', refusalMessage(error, messages.failed), { isFormatted: true });
  }

  /** Shows the username field and focuses it once it's rendered. */
  function askForUsername(): void {
    setTaken(true);
    toast('error', messages.usernameNeeded);
    setTimeout(() => forms.focus(withUsername, ['username']));
  }

  return { forms, context, isPending, start };
}

function enter(
  body: Record<string, unknown>,
  entry: EntryLink,
  records: { trnid: string; token: string; refreshToken: string },
): void {
  tabStorage.remove(KEY);
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

function groupErrors(error: ApiError, withUsername: string): Record<string, FieldError[]> {
  if (error.code === 'usernameTaken')
    return { [withUsername]: [{ path: ['username'], message: error.message, keyword: 'server' }] };
  return placeErrors(error.fieldErrors ?? [], registrationStep()).bySection;
}

// Imported JSON has no literal types.
const entryFlow = defineLiveFile('flows/entry', flow as Flow);

export const registrationStep = (): Step => requiredStep(entryFlow(), 'registration');

export interface Part {
  anchor: string;
  tab: string;
  title: string;
  section: ServedSection;
}

export function listParts(sections: readonly ServedSection[]): Part[] {
  return registrationStep().sections.flatMap(({ section: name, anchor, tab, title }) => {
    const section = sections.find((served) => served.name === name);
    return section ? [{ anchor, tab, title, section }] : [];
  });
}

const KEY = 'rental-registration';

/** Returns the answers typed in this tab, without passwords. Empty if they were typed at another path. */
export function readTyped(path: string): StepAnswers {
  const stored = tabStorage.read(KEY);
  const sections = isRecord(stored) && stored.path === path && isRecord(stored.sections) ? stored.sections : {};
  return Object.fromEntries(Object.entries(sections).filter((entry): entry is [string, Answers] => isRecord(entry[1])));
}

export function storeTypedAnswers(path: string, { name, ui }: ServedSection, answers: Answers): void {
  const open = Object.entries(answers).filter(([field]) => !isPassword(ui[field]));
  const sections = { ...readTyped(path), [name]: Object.fromEntries(open) };
  tabStorage.write(KEY, { path, sections });
}

function isPassword(ui: unknown): boolean {
  return isRecord(ui) && ui['ui:widget'] === 'Password';
}
