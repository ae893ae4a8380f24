import { useRef } from 'react';
import type { Answers } from '../model/types';
import type { SectionFormProps } from './sectionProps';

/** Props of a form that goes on from what was typed when its rules are exchanged (a schema file was saved in development). */
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
