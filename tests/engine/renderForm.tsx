import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, StrictMode } from 'react';
import { vi } from 'vitest';
import { SectionForm } from '../../src/engine/SectionForm';
import type { SectionFormProps, SectionHandle } from '../../src/engine/useSection';
import type { FormServices } from '../../src/model/formContext';
import { resolveSection } from '../../src/model/section/resolveSection';
import type { Answers, CheckResult, PlainSection, SchemaNode, UiNode } from '../../src/model/types';
import { compileSection } from '../../src/schema-tools/compile';
import { InTheme } from '../support/inTheme';
import { MESSAGES, NO_SETTINGS, TODAY } from '../support/sampleSection';

/** Returns a section with these properties and ui, resolved without settings. */
export function sectionOf(schema: SchemaNode, ui: UiNode = {}): PlainSection {
  const section = { name: 'sample', schema: { type: 'object' as const, ...schema }, ui };
  return resolveSection(section, NO_SETTINGS, MESSAGES);
}

/** Returns fake services that confirm every question and record each call. */
export function fakeServices() {
  let last = 0;
  const documents: [] = [];
  return {
    suggestAddresses: vi.fn(async () => []),
    documents: {
      list: () => documents,
      subscribe: () => () => {},
      upload: vi.fn(),
      cancelUpload: vi.fn(async () => {}),
      remove: vi.fn(async () => {}),
      address: vi.fn(async () => ''),
    },
    sources: {
      add: vi.fn(async (_documentId: number, _next: number) => ({ id: ++last })),
      remove: vi.fn(async () => {}),
    },
    confirm: vi.fn(async (_question: { title: string }) => true),
    alert: vi.fn(async () => {}),
    announce: vi.fn((_text: string) => {}),
  } satisfies FormServices;
}

type Options = Partial<SectionFormProps> & { form?: typeof SectionForm };

/** Renders a section's form as a page does. Returns its handle, fake services and saved answers. */
export function renderForm(plain: PlainSection, { form: Form = SectionForm, ...props }: Options = {}) {
  const ref = createRef<SectionHandle>();
  const services = fakeServices();
  const saved: Answers[] = [];
  const draw = (more: Partial<SectionFormProps> = {}) => (
    <StrictMode>
      <Form
        section={{ ...plain, validator: '/validators/sample.js' }}
        checker={compileSection(plain)}
        context={TODAY}
        services={services}
        initial={{}}
        mode="live"
        onChange={(answers) => saved.push(answers)}
        ref={ref}
        {...props}
        {...more}
      />
    </StrictMode>
  );
  const { rerender, unmount } = render(draw(), { wrapper: InTheme });
  const handle = (): SectionHandle => {
    if (!ref.current) throw new Error('The form has no handle');
    return ref.current;
  };
  return {
    user: userEvent.setup(),
    services,
    saved,
    unmount,
    again: (more: Partial<SectionFormProps>) => rerender(draw(more)),
    handle,
    submit(): CheckResult {
      const verdicts: CheckResult[] = [];
      act(() => void verdicts.push(handle().submit()));
      return verdicts[0] as CheckResult;
    },
  };
}
