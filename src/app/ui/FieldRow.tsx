import { NativeSelect, type NativeSelectFieldProps } from '@chakra-ui/react/native-select';
import { type ReactNode, useId } from 'react';

interface Control {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
}

interface FieldRowProps {
  label: string;
  /** True if the label is only for screen readers. */
  isSilent?: boolean;
  isRequired?: boolean;
  help?: string;
  error?: string;
  children(control: Control): ReactNode;
}

export function FieldRow({ label, isSilent, isRequired, help, error, children }: FieldRowProps) {
  const id = useId();
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="rp-field" data-invalid={error ? '' : undefined}>
      <label className={isSilent ? 'rp-silent' : 'rp-label'} htmlFor={id}>
        {label}
        {isRequired && <span aria-hidden="true">{'\u00a0*'}</span>}
      </label>
      {help && (
        <p className="rp-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error && (
        <p className="rp-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described,
        'aria-invalid': error ? true : undefined,
        'aria-required': isRequired,
      })}
    </div>
  );
}

export function SelectBox(props: NativeSelectFieldProps) {
  return (
    <NativeSelect.Root>
      <NativeSelect.Field {...props} />
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}
