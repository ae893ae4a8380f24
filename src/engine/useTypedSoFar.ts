import { useRef } from 'react';
import type { Answers, ServedSection } from '../model/types';
import type { SectionFormProps } from './sectionProps';

/** Props of a form that goes on from what was typed when a schema file was saved meanwhile. */
export function useTypedSoFar(props: SectionFormProps): SectionFormProps {
  const typed = useRef<{ name: string; answers: Answers }>(undefined);
  const { onChange } = props;
  const { name } = props.section;
  return {
    ...props,
    initial: typed.current?.name === name ? typed.current.answers : props.initial,
    onChange(answers) {
      typed.current = { name, answers };
      onChange?.(answers);
    },
  };
}

const texts = new WeakMap<ServedSection, string>();

/** All that a section asks and says; written once for each that was served. */
export function textOf(section: ServedSection): string {
  const text = texts.get(section) ?? JSON.stringify(section);
  texts.set(section, text);
  return text;
}
