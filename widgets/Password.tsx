import { Button } from '@chakra-ui/react/button';
import type { WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import texts from '../schemas/texts/widgets.json';
import { fillText } from '../src/model/fillText';
import { Input } from './parts/controls';
import { controlAttributes, formContextOf } from './parts/widgetProps';

/** A password that can be looked at; with `ui:options.strength`, a bar that says how strong it is. */
export function Password(props: WidgetProps) {
  const { id, label, value, options, schema, onChange, onBlur } = props;
  const [seen, setSeen] = useState(false);
  const words = texts.password;
  const turn = () => {
    setSeen(!seen);
    formContextOf(props).services.announce(seen ? words.hidden : words.shown);
  };
  return (
    <>
      <div className="rp-with-button">
        <Input
          {...controlAttributes(props)}
          type={seen ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          htmlTranslate="no"
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || undefined)}
          onBlur={(event) => onBlur(id, event.target.value)}
        />
        <Button
          aria-label={fillText(seen ? words.hideLabel : words.showLabel, { label })}
          aria-controls={id}
          onClick={turn}
        >
          {seen ? words.hide : words.show}
        </Button>
      </div>
      {options.strength === true && <StrengthBar password={String(value ?? '')} pattern={schema.pattern} />}
    </>
  );
}

/** How strong a password is: by length and colour, and in words for those who see neither. */
function StrengthBar({ password, pattern }: { password: string; pattern: string | undefined }) {
  const { level, percent } = passwordStrength(password, pattern);
  const word = password === '' ? '' : texts.password[level];
  const needs = passwordNeeds(password, pattern);
  return (
    <div className="rp-strength">
      <meter className="rp-unseen" aria-label={texts.password.strength} min={0} max={100} value={percent}>
        {word}
      </meter>
      <div className="rp-strength-bar" data-level={level} aria-hidden="true">
        <div style={{ width: `${percent}%` }} />
      </div>
      <p role="status">{word && `${texts.password.strength}: ${word}`}</p>
      {password && needs.length > 0 && <p>{fillText(texts.password.needs, { list: needs.join(', ') })}</p>}
    </div>
  );
}

/** The kinds of characters that a pattern may ask for; what is none of them is a list of symbols. */
const KINDS: Record<string, string> = {
  'a-z': texts.password.lower,
  'A-Z': texts.password.upper,
  '0-9': texts.password.digit,
};

/**
 * What a password still lacks of the schema's pattern, in words: `('Harborview2026', '^(?=.*[a-z])(?=.*[!@#]).{8,}$')` → `['one of ! @ #']`.
 */
export function passwordNeeds(password: string, pattern = ''): string[] {
  const kinds = [...pattern.matchAll(/\(\?=\.\*\[([^\]]+)\]\)/g)].map(([, kind = '']) => kind);
  const lacking = kinds.filter((kind) => !new RegExp(`[${kind}]`, 'u').test(password));
  const words = lacking.map((kind) => KINDS[kind] ?? fillText(texts.password.symbol, { symbols: [...kind].join(' ') }));
  const least = Number(/\{(\d+),\}/.exec(pattern)?.[1] ?? 0);
  return password.length < least ? [...words, fillText(texts.password.length, { n: least })] : words;
}

interface PasswordStrength {
  level: 'weak' | 'fair' | 'strong';
  percent: number;
}

const classes = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/];

/**
 * The strength bar of spec 000 §5: green and full when the schema's whole pattern is met, yellow at 70 % for two kinds of characters
 * and 6 or more of them, else red, as long as the password is of 8 characters.
 * `'abc'` → `{ level: 'weak', percent: 38 }`
 */
export function passwordStrength(password: string, pattern: string | undefined): PasswordStrength {
  if (pattern && new RegExp(pattern, 'u').test(password)) return { level: 'strong', percent: 100 };
  const kinds = classes.filter((kind) => kind.test(password)).length;
  if (kinds >= 2 && password.length >= 6) return { level: 'fair', percent: 70 };
  return { level: 'weak', percent: Math.round(Math.min(password.length / 8, 1) * 100) };
}
