import { defineRecipe } from '@chakra-ui/react';

/** The recipes for the Chakra components in use; everything else wears class names. */
export const recipes = {
  heading: defineRecipe({
    className: 'chakra-heading',
    base: { fontFamily: 'heading', fontWeight: 'bold', lineHeight: 'tight' },
    variants: { size: { lg: { fontSize: 'title1' }, md: { fontSize: 'title2' }, sm: { fontSize: 'title3' } } },
    defaultVariants: { size: 'md' },
  }),
  link: defineRecipe({
    className: 'chakra-link',
    base: { color: 'accentText', textDecoration: 'underline', textUnderlineOffset: '0.18em' },
  }),
};
