import { useEffect } from 'react';
import texts from '../../../schemas/texts/shell.json';
import { fillText } from '../../model/fillText';

/** Names the document: 'Error: ' before it while an error summary stands on the page. */
export function useTitle(title: string, hasErrors = false): void {
  // The document's title is outside React.
  useEffect(() => {
    const template = hasErrors ? texts.title.error : texts.title.page;
    document.title = fillText(template, { title, product: texts.product });
  }, [title, hasErrors]);
}
