import { useState } from 'react';
import type { RegistrationPage } from '../../api/users';
import { SectionForm } from '../../engine/SectionForm';
import type { Checker, Context, FieldError } from '../../model/types';
import { entryServices } from './entryServices';
import { prefill } from './prefill';
import type { Part } from './registrationStep';
import { keepTyped, readTyped } from './typedBefore';
import type { SectionPort } from './useSectionForms';

interface RegistrationSectionProps {
  part: Part;
  checker: Checker;
  context: Context;
  page: RegistrationPage;
  path: string;
  port: SectionPort;
  serverErrors: FieldError[] | undefined;
  /** The focus came into this section. */
  onEnter(): void;
}

/** One section of the registration; checked at every change (spec 000, section 5). */
export function RegistrationSection({ part, page, path, port, onEnter, ...form }: RegistrationSectionProps) {
  const { section, anchor, title } = part;
  const [initial] = useState(() => ({ ...prefill(section.schema, page), ...readTyped(path)[section.name] }));
  return (
    <section className="ap-section" id={anchor} aria-labelledby={`${anchor}-title`} onFocus={onEnter}>
      <h2 id={`${anchor}-title`}>{title}</h2>
      <SectionForm
        {...port}
        {...form}
        section={section}
        services={entryServices}
        initial={initial}
        mode="live"
        onChange={(answers) => keepTyped(path, section, answers)}
      />
    </section>
  );
}
