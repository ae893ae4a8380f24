import type { ButtonHTMLAttributes } from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'plain' | 'danger' | 'link';
}

/** A button of the house; 'plain' and `type="button"` unless given otherwise. */
export function Button({ variant = 'plain', className = '', ...rest }: ButtonProps) {
  return <button type="button" className={`rp-button ${className}`} data-variant={variant} {...rest} />;
}
