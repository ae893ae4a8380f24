import { useId } from 'react';

interface PickerProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onPick(value: string): void;
}

/** A choice of the Studio's own. */
export function Picker({ label, value, options, onPick }: PickerProps) {
  const id = useId();
  return (
    <div className="st-picker">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="rp-control" value={value} onChange={(event) => onPick(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
