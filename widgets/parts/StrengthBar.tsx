import texts from '../../schemas/texts/widgets.json';
import { passwordStrength } from './passwordStrength';

/** How strong a password is: by length and colour, and in words for those who see neither. */
export function StrengthBar({ password, pattern }: { password: string; pattern: string | undefined }) {
  const { level, percent } = passwordStrength(password, pattern);
  const word = password === '' ? '' : texts.password[level];
  return (
    <div className="rp-strength">
      <meter className="rp-unseen" aria-label={texts.password.strength} min={0} max={100} value={percent}>
        {word}
      </meter>
      <div className="rp-strength-bar" data-level={level} aria-hidden="true">
        <div style={{ width: `${percent}%` }} />
      </div>
      <p role="status">{word && `${texts.password.strength}: ${word}`}</p>
    </div>
  );
}
