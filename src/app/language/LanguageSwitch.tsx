import { Flex } from '@chakra-ui/react/flex';
import { chakra } from '@chakra-ui/react/styled-system';
import { chooseLanguage, chosenLanguage, spokenLanguages } from './servedMessages';

/** Lists other languages by their own names. */
export function LanguageSwitch() {
  const current = chosenLanguage();
  return (
    <Flex className="rp-languages" gap="2" htmlTranslate="no">
      {spokenLanguages()
        .filter(({ id }) => id !== current)
        .map(({ id, name }) => (
          <chakra.button key={id} type="button" lang={id} onClick={() => chooseLanguage(id)} {...LOOK}>
            {name}
          </chakra.button>
        ))}
    </Flex>
  );
}

const LOOK = {
  minHeight: '2.75rem',
  paddingInline: '2',
  borderRadius: 'control',
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
  cursor: 'pointer',
  _hover: { bg: 'surface' },
} as const;
