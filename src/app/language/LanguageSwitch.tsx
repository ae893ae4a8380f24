import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { returnFocus } from './placeOfSwitch';
import { availableLanguages, chooseLanguage, chosenLanguage } from './servedMessages';

export function LanguageSwitch() {
  const current = chosenLanguage();
  return (
    <Flex className="rp-languages" gap="2" htmlTranslate="no">
      {availableLanguages()
        .filter(({ id }) => id !== current)
        .map(({ id, name }, index) => (
          <chakra.button
            key={id}
            ref={index === 0 ? returnFocus : undefined}
            type="button"
            lang={id}
            onClick={() => chooseLanguage(id)}
            {...STYLE}
          >
            {name}
          </chakra.button>
        ))}
    </Flex>
  );
}

const STYLE = {
  minHeight: '2.75rem',
  paddingInline: '2',
  borderRadius: 'control',
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
  cursor: 'pointer',
  _hover: { bg: 'surface' },
} as const;
