import { Button as ChakraButton, type ButtonProps as ChakraButtonProps } from '@chakra-ui/react/button';

const VARIANTS = { primary: 'solid', plain: 'outline', danger: 'surface', link: 'plain' } as const;

export interface ButtonProps extends Omit<ChakraButtonProps, 'variant'> {
  variant?: keyof typeof VARIANTS;
}

/** `asChild` gives a link the button's styles. */
export function Button({ variant = 'plain', ...rest }: ButtonProps) {
  return <ChakraButton variant={VARIANTS[variant]} data-variant={variant} {...rest} />;
}
