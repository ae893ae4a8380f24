import { Button as ChakraButton, type ButtonProps as ChakraButtonProps } from '@chakra-ui/react/button';

const VARIANTS = { primary: 'solid', plain: 'outline', danger: 'surface', link: 'plain' } as const;

interface ButtonProps extends Omit<ChakraButtonProps, 'variant'> {
  variant?: keyof typeof VARIANTS;
}

/** A button of the house, Chakra's by its purpose here; 'plain' and `type="button"` unless given otherwise. With `asChild` a link looks like one. */
export function Button({ variant = 'plain', ...rest }: ButtonProps) {
  return <ChakraButton variant={VARIANTS[variant]} data-variant={variant} {...rest} />;
}
