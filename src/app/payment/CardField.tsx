import type { StripeElementStyle } from '@stripe/stripe-js';
import { type ComponentType, useState } from 'react';

interface ElementProps {
  id: string;
  className: string;
  options: { style: StripeElementStyle };
  onChange(event: { error?: { message: string } }): void;
}

interface CardFieldProps {
  id: string;
  label: string;
  Element: ComponentType<ElementProps>;
  width?: 'half';
}

/** The provider draws its fields in frames that our style sheet does not reach. */
const options = {
  style: {
    base: {
      fontSize: '17px',
      color: '#1b2430',
      fontFamily: 'system-ui, sans-serif',
      '::placeholder': { color: '#4a5563' },
    },
    invalid: { color: '#a61b12' },
  },
};

/** One field of the card with its label and the provider's message. */
export function CardField({ id, label, Element, width }: CardFieldProps) {
  const [message, setMessage] = useState('');
  return (
    <div className="rp-field" data-width={width} data-invalid={message ? '' : undefined}>
      <label className="rp-label" htmlFor={id}>
        {label}
      </label>
      <div role="alert">{message && <p className="rp-error">{message}</p>}</div>
      <Element
        id={id}
        className="rp-control"
        options={options}
        onChange={({ error }) => setMessage(error?.message ?? '')}
      />
    </div>
  );
}
