import { Button } from '@chakra-ui/react/button';
import type { WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import type { Messages } from '../src/messages/files';
import { pageMessages, useMessages } from '../src/messages/useMessages';
import { fillText } from '../src/model/messages/fillText';
import { Input } from './parts/controls';
import { controlAttributes, getFormContext } from './parts/widgetProps';

export function Password(props: WidgetProps) {
  const messages = useMessages('widgets');
  const { id, label, value, options, schema, onChange, onBlur } = props;
  const [isShown, setSeen] = useState(false);
  const { password } = messages;
  const toggle = () => {
    setSeen(!isShown);
    getFormContext(props).services.announce(isShown ? password.hidden : password.shown);
  };
  return (
    <>
      <div className="rp-with-button">
        <Input
          {...controlAttributes(props)}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          htmlTranslate="no"
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || undefined)}
          onBlur={(event) => onBlur(id, event.target.value)}
        />
        <Button
          aria-label={fillText(isShown ? password.hideLabel : password.showLabel, { label })}
          aria-controls={id}
          onClick={toggle}
        >
          {isShown ? password.hide : password.show}
        </Button>
      </div>
      {options.strength === true && <StrengthBar password={String(value ?? '')} pattern={schema.pattern} />}
    </>
  );
}

function StrengthBar({ password, pattern }: { password: string; pattern: string | undefined }) {
  const messages = useMessages('widgets');
  const { level, percent } = passwordStrength(password, pattern);
  const word = password === '' ? '' : messages.password[level];
  const needs = passwordNeeds(password, pattern, messages.password);
  return (
    <div className="rp-strength">
      <meter className="rp-unseen" aria-label={messages.password.strength} min={0} max={100} value={percent}>
        {word}
      </meter>
      <div className="rp-strength-bar" data-level={level} aria-hidden="true">
        <div style={{ width: `${percent}%` }} />
      </div>
      <p role="status">{word && `${messages.password.strength}: ${word}`}</p>
      {password && needs.length > 0 && <p>{fillText(messages.password.needs, { list: needs.join(', ') })}</p>}
    </div>
  );
}

/** Character ranges in a pattern. Other brackets contain symbols. */
const KINDS: Record<string, 'lower' | 'upper' | 'digit' | undefined> = {
  'a-z': 'lower',
  'A-Z': 'upper',
  '0-9': 'digit',
};

type PasswordMessages = Messages<'widgets'>['password'];

/** Returns what the password still lacks: `('Harborview2026', '^(?=.*[a-z])(?=.*[!@#]).{8,}$')` → `['one of ! @ #']` */
export function passwordNeeds(
  password: string,
  pattern = '',
  messages: PasswordMessages = pageMessages('widgets').password,
): string[] {
  const kinds = [...pattern.matchAll(/\(\?=\.\*\[([^\]]+)\]\)/g)].map(([, kind = '']) => kind);
  const lacking = kinds.filter((kind) => !new RegExp(`[${kind}]`, 'u').test(password));
  const missing = lacking.map((kind) => {
    const known = KINDS[kind];
    return known ? messages[known] : fillText(messages.symbol, { symbols: [...kind].join(' ') });
  });
  const least = Number(/\{(\d+),\}/.exec(pattern)?.[1] ?? 0);
  return password.length < least ? [...missing, fillText(messages.length, { n: least })] : missing;
}

interface PasswordStrength {
  level: 'weak' | 'fair' | 'strong';
  percent: number;
}

const classes = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/];

/** Rates a password (docs/spec/000.md, §5): `'abc'` → `{ level: 'weak', percent: 38 }` */
export function passwordStrength(password: string, pattern: string | undefined): PasswordStrength {
  if (pattern && new RegExp(pattern, 'u').test(password)) return { level: 'strong', percent: 100 };
  const kinds = classes.filter((kind) => kind.test(password)).length;
  if (kinds >= 2 && password.length >= 6) return { level: 'fair', percent: 70 };
  return { level: 'weak', percent: Math.round(Math.min(password.length / 8, 1) * 100) };
}
