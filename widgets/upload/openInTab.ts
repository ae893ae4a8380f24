import type { FormServices, StoredDocument } from '../../src/model/formContext';

/** Shows a stored file in a new tab. The tab is opened at once, within the click, or the browser would block it. */
export async function openInTab(document: StoredDocument, services: FormServices): Promise<void> {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const address = await services.documents.address(document, 'file');
    if (tab) tab.location.href = address;
  } catch (error) {
    tab?.close();
    await services.alert({ title: error instanceof Error ? error.message : String(error) });
  }
}
