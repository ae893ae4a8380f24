import { memo, type ReactNode } from 'react';
import { SectionForm } from '../../engine/SectionForm';
import type { FormServices } from '../../model/formContext';
import type { Context, FieldError } from '../../model/types';
import type { LoadedSection } from './panels';
import type { SectionListener } from './sectionListeners';

interface StepSectionProps {
  section: LoadedSection;
  context: Context;
  services: FormServices;
  listener: SectionListener;
  before?: ReactNode;
  after?: ReactNode;
  serverErrors?: FieldError[];
}

/** One section on a step page: its heading where it has one of its own, its form, and what stands before and after it. */
export function StepSection({ before, after, ...rest }: StepSectionProps) {
  const { part, served } = rest.section;
  return (
    <>
      {part && <h3>{part}</h3>}
      {served.schema.description && <p className="ap-hint">{served.schema.description}</p>}
      {before}
      <Questions {...rest} />
      {after}
    </>
  );
}

/** Validated a second after the last change (spec 002, section 5). */
const Questions = memo(function Questions({ section, listener, ...rest }: Omit<StepSectionProps, 'before' | 'after'>) {
  return (
    <SectionForm
      ref={listener.ref}
      section={section.served}
      checker={section.checker}
      initial={section.initial}
      mode="debounced"
      onChange={listener.onChange}
      onCheck={listener.onCheck}
      {...rest}
    />
  );
});
