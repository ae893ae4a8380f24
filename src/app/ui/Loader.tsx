import { Center } from '@chakra-ui/react/center';
import { Spinner } from '@chakra-ui/react/spinner';
import texts from '../../../schemas/texts/shell.json';

/** Something is being fetched; shown in place of it. */
export function Loader({ text = texts.loader.text }: { text?: string }) {
  return (
    <Center role="status" gap="3" minHeight="12rem" color="muted">
      <Spinner aria-hidden="true" />
      {text}
    </Center>
  );
}
