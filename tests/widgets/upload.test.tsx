// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { accepts, shortName, typesInWords } from '../../widgets/upload/accepts';

import { createFakeServices, storedDocument } from './support/createFakeServices';
import { type Drawing, drawWidget } from './support/drawWidget';

const one = { type: 'string' as const, 'x-document': 2 };
const many = { type: 'array' as const, maxItems: 3, 'x-document': 3, items: { type: 'string' as const } };
const options = { accept: ['image/png', 'application/pdf'], maxBytes: 10485760 };
// Loads the lazy widget before the tests, so they don't measure its load time.
beforeAll(() => import('../../widgets/Upload'));

const chooser = () => screen.findByLabelText<HTMLInputElement>(/Choose|Add another/);
const pdf = (name = 'stub.pdf', size = 2000) => fileOf(name, 'application/pdf', size);

function fileOf(name: string, type: string, size: number): File {
  const file = new File(['x'], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

function drawUpload(more: Drawing = {}) {
  return drawWidget('Upload', { schema: one, options, label: 'Front side', ...more });
}

/** Changes the file input directly, because user-event drops files that `accept` excludes. */
async function choose(...files: File[]) {
  fireEvent.change(await chooser(), { target: { files } });
}

describe('Upload of one file', () => {
  it('sends the file with document type and source, shows progress and stores its path', async () => {
    const { value, services } = drawUpload({ options: { ...options, sourceId: 1 } });
    await choose(pdf());
    const [upload] = services.uploads;
    expect(upload).toMatchObject({ document_id: 2, source_id: 1 });
    act(() => upload?.onProgress(0.4));
    const progress = await screen.findByRole('progressbar', { name: 'Uploading stub.pdf' });
    expect(progress.getAttribute('aria-valuenow')).toBe('40');
    await act(async () => upload?.succeed());
    await waitFor(() => expect(value()).toMatch(/stub\.pdf$/));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByRole('button', { name: 'View stub.pdf in a new tab' })).toBeTruthy();
    expect(services.said).toEqual(['stub.pdf uploaded']);
    expect(screen.queryByLabelText(/Choose/)).toBeNull();
  });

  it("asks for a locked file's password, and asks again if it's wrong", async () => {
    const { user, services, value } = drawUpload();
    await choose(pdf());
    await act(async () => services.uploads[0]?.fail('This file is locked.', 'filePasswordNeeded'));
    expect(screen.getByRole('alert').textContent).toBe('This file is locked.');
    expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull();
    await user.type(screen.getByLabelText('Password for stub.pdf'), 'sesam{Enter}');
    expect(services.uploads[1]?.password).toBe('sesam');
    await act(async () => services.uploads[1]?.fail('This password does not open it.', 'filePasswordWrong'));
    expect(screen.getByLabelText('Password for stub.pdf')).toHaveProperty('value', '');
    await user.type(screen.getByLabelText('Password for stub.pdf'), 'open sesame');
    await user.click(screen.getByRole('button', { name: 'Open stub.pdf with this password' }));
    expect(services.uploads[2]).toMatchObject({ password: 'open sesame', file: services.uploads[0]?.file });
    await act(async () => services.uploads[2]?.succeed());
    await waitFor(() => expect(value()).toMatch(/stub\.pdf$/));
    expect(screen.queryByLabelText(/Password for/)).toBeNull();
  });

  it('reads the document type from a sibling and waits for it', async () => {
    const { services, write } = drawUpload({ options: { ...options, documentIdFrom: 'kind' } });
    expect(await chooser()).toHaveProperty('disabled', true);
    expect(screen.getByText('Choose the document type first')).toBeTruthy();
    write('kind', 10);
    expect(await chooser()).toHaveProperty('disabled', false);
    await choose(pdf());
    expect(services.uploads[0]?.document_id).toBe(10);
  });

  it('reads the source from its row', async () => {
    const { services } = drawUpload({ beside: { id: 3 } });
    await choose(pdf());
    expect(services.uploads[0]?.source_id).toBe(3);
  });

  it('opens a dialog with advice about the upload', async () => {
    const about = { title: 'Before you upload', hint: 'Only upload clear, complete, straight documents.' };
    const { services } = drawUpload({ options: { ...options, about } });
    fireEvent.click(await screen.findByRole('button', { name: about.title }));
    expect(services.alerts).toEqual([`${about.title}: ${about.hint}`]);
  });

  it('waits for the file that must come first', async () => {
    const { write } = drawUpload({
      options: { ...options, after: { field: 'file', hint: 'Upload Front Side first' } },
    });
    expect(await chooser()).toHaveProperty('disabled', true);
    expect(screen.getByText('Upload Front Side first')).toBeTruthy();
    write('file', 'app/1.png');
    expect(await chooser()).toHaveProperty('disabled', false);
    expect(screen.queryByText('Upload Front Side first')).toBeNull();
  });

  it.each([
    ['a file too large', pdf('big.pdf', 10485761), 'File is larger than 10MB'],
    ['an empty file', pdf('empty.pdf', 0), 'This file is empty. Choose another one.'],
    ['another type', fileOf('a.txt', 'text/plain', 10), "We don't accept this type of file. Choose a PNG or a PDF."],
  ])('refuses %s before sending', async (_, file, message) => {
    const { user, services, value } = drawUpload();
    await choose(file);
    expect(screen.getByRole('alert').textContent).toBe(message);
    expect(services.uploads).toEqual([]);
    expect(value()).toBeUndefined();
    await user.click(screen.getByRole('button', { name: `Dismiss the failed upload of ${file.name}` }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a limit of 3,072,000 bytes as 3 MB', async () => {
    const { services } = drawUpload({ options: { ...options, minBytes: 1024, maxBytes: 3_072_000 } });
    await choose(pdf('proof.pdf', 3_072_001));
    expect(screen.getByRole('alert').textContent).toBe('File is larger than 3MB');
    expect(services.uploads).toEqual([]);
  });

  it('shows why the server refused a file, and retries', async () => {
    const { user, services, value } = drawUpload();
    await choose(pdf());
    await act(async () => services.uploads[0]?.fail('This document is protected by a password.'));
    expect(screen.getByRole('alert').textContent).toBe('This document is protected by a password.');
    await user.click(screen.getByRole('button', { name: 'Try again: upload stub.pdf' }));
    await waitFor(() => expect(services.uploads).toHaveLength(2));
    await act(async () => services.uploads[1]?.succeed());
    await waitFor(() => expect(value()).toMatch(/stub\.pdf$/));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each(['photoDamaged', 'pictureTooLarge', 'proofTooBig'])('offers no retry after %s', async (code) => {
    const { services } = drawUpload();
    await choose(pdf());
    await act(async () => services.uploads[0]?.fail('Choose another file.', code));
    expect(screen.getByRole('alert').textContent).toBe('Choose another file.');
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
  });

  it('shows an example of a correct file next to an unusable one, if original PDFs are required', async () => {
    const { services } = drawUpload({ options: { ...options, accept: ['application/pdf'] } });
    await choose(fileOf('stub.png', 'image/png', 2000));
    expect(await screen.findByText('What a good file looks like')).toBeTruthy();
    await choose(pdf());
    expect(screen.queryByText('What a good file looks like')).toBeNull();
    await act(async () => services.uploads[0]?.fail('This file is damaged.', 'fileDamaged'));
    expect(screen.getByText('What a good file looks like')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
  });

  it.each([
    ['the network fails', 'The file could not be uploaded.', undefined, 'application/pdf'],
    ['a password is needed', 'Enter its password.', 'filePasswordNeeded', 'application/pdf'],
    ['pictures are also accepted', 'This file is damaged.', 'fileDamaged', undefined],
  ])('shows no example if %s', async (_, message, code, type) => {
    const { services } = drawUpload({
      options: { ...options, accept: [type ?? 'image/png', 'application/pdf'].slice(type ? 1 : 0) },
    });
    await choose(pdf());
    await act(async () => services.uploads[0]?.fail(message, code));
    expect(screen.getByRole('alert').textContent).toBe(message);
    expect(screen.queryByText('What a good file looks like')).toBeNull();
  });

  it.each([0.4, 1])('aborts a canceled upload and cancels it on the server, with a share of %s sent', async (share) => {
    const { user, services, value } = drawUpload();
    await choose(pdf());
    act(() => services.uploads[0]?.onProgress(share));
    await user.click(screen.getByRole('button', { name: 'Cancel the upload of stub.pdf' }));
    expect(services.uploads[0]?.signal.aborted).toBe(true);
    expect(services.canceled.map(({ name }) => name)).toEqual(['stub.pdf']);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(services.said).toEqual(['The upload of stub.pdf was canceled']);
    expect(value()).toBeUndefined();
    expect(await chooser()).toHaveProperty('disabled', false);
  });

  it('also cancels a dismissed upload on the server, because a failed upload may have arrived', async () => {
    const { user, services } = drawUpload();
    await choose(pdf());
    await act(async () => services.uploads[0]?.fail('The file could not be uploaded.'));
    await user.click(screen.getByRole('button', { name: 'Dismiss the failed upload of stub.pdf' }));
    expect(services.canceled.map(({ name }) => name)).toEqual(['stub.pdf']);
  });

  it('keeps a dismissed upload that is in its field by now', async () => {
    const { user, services, write } = drawUpload();
    await choose(pdf());
    await act(async () => services.uploads[0]?.fail('The file could not be uploaded.'));
    write('field', 'app/by-the-scan.pdf');
    await user.click(screen.getByRole('button', { name: 'Dismiss the failed upload of stub.pdf' }));
    expect(services.canceled).toEqual([]);
  });

  it('aborts the upload of an unmounted field, and keeps the file if the server has it', async () => {
    const { services, unmount } = drawUpload();
    await choose(pdf());
    unmount();
    expect(services.uploads[0]?.signal.aborted).toBe(true);
    expect(services.canceled).toEqual([]);
  });

  it('offers the camera if the schema allows it, and sends the photo', async () => {
    const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
    const { user, services } = drawUpload({ options: { ...options, camera: true } });
    await user.click(await screen.findByRole('button', { name: 'Take a picture' }));
    const input = opened.mock.contexts[0] as HTMLInputElement;
    opened.mockRestore();
    expect([input.accept, input.getAttribute('capture') ?? input.capture]).toEqual(['image/*', 'environment']);
    fireEvent.change(input, { target: { files: [fileOf('photo.png', 'image/png', 2000)] } });
    await waitFor(() => expect(services.uploads[0]?.file.name).toBe('photo.png'));
  });

  it('accepts a dropped file', async () => {
    const { services } = drawUpload();
    const place = (await chooser()).parentElement as HTMLElement;
    fireEvent.drop(place, { dataTransfer: { files: [pdf('dropped.pdf')] } });
    await waitFor(() => expect(services.uploads[0]?.file.name).toBe('dropped.pdf'));
  });

  it('deletes after a confirmation, and stays locked for a while after an upload', async () => {
    const { services, value } = drawUpload();
    await choose(pdf());
    await act(async () => services.uploads[0]?.succeed());
    const remove = await screen.findByRole('button', { name: 'Delete stub.pdf' });
    vi.useFakeTimers();
    fireEvent.click(remove);
    await act(() => vi.advanceTimersByTimeAsync(150));
    const deleting = screen.getByRole('button', { name: 'Deleting... stub.pdf' });
    expect([deleting.textContent, deleting.getAttribute('aria-disabled')]).toEqual(['Deleting...', 'true']);
    fireEvent.click(deleting);
    expect(services.removed).toHaveLength(0);
    await act(() => vi.advanceTimersByTimeAsync(100));
    vi.useRealTimers();
    expect(services.asked).toEqual([
      {
        title: 'Are you sure want to delete document ?',
        text: 'Warning! Once deleted cannot revert back .',
        loses: ['stub.pdf'],
      },
    ]);
    await waitFor(() => expect(value()).toBeUndefined());
    expect(services.removed).toHaveLength(1);
    expect(services.said).toContain('stub.pdf deleted');
    expect(await chooser()).toHaveProperty('disabled', true);
  });

  it("keeps the file after No, and when the server can't delete it", async () => {
    const stored = storedDocument('id.png');
    const services = createFakeServices({ documents: [stored], removeFails: 'Please try again.' });
    const { user, value } = drawUpload({ services, value: stored.blob_path });
    services.agree = false;
    await user.click(await screen.findByRole('button', { name: 'Delete id.png' }));
    expect(value()).toBe(stored.blob_path);
    services.agree = true;
    await user.click(screen.getByRole('button', { name: 'Delete id.png' }));
    await waitFor(() => expect(services.alerts).toEqual(['Please try again.']));
    expect(value()).toBe(stored.blob_path);
    expect((await screen.findByRole('button', { name: 'Delete id.png' })).textContent).toBe('Delete');
  });

  it('announces a failed deletion without a dialog if the schema has quietDelete', async () => {
    const stored = storedDocument('rex.png');
    const services = createFakeServices({ documents: [stored], removeFails: 'Error in delete document' });
    const quiet = { ...options, quietDelete: true };
    const { user, value } = drawUpload({ services, options: quiet, value: stored.blob_path });
    await user.click(await screen.findByRole('button', { name: 'Delete rex.png' }));
    await waitFor(() => expect(services.said).toContain('Error in delete document'));
    expect(services.alerts).toEqual([]);
    expect(value()).toBe(stored.blob_path);
  });

  it("shows a file's thumbnail and its checks", async () => {
    const messages = [
      { message: 'The name differs from your application.', isDeleted: false },
      { message: 'An older finding.', isDeleted: true },
    ];
    const stored = storedDocument('a-very-long-file-name-of-a-scan.png', { messages });
    const services = createFakeServices({ documents: [stored] });
    const { container } = drawUpload({ services, value: stored.blob_path });
    await waitFor(() =>
      expect(container.querySelector('img')?.src).toBe(`https://files.example/thumbnail/${stored.blob_path}`),
    );
    expect(screen.getByText('a-very-long-file-name-of…')).toBeTruthy();
    expect(screen.getByText('The name differs from your application.')).toBeTruthy();
    expect(screen.queryByText('An older finding.')).toBeNull();
  });

  it('opens a file in a new tab by its thumbnail, which screen readers skip', async () => {
    const stored = storedDocument('id.png');
    const tab = { opener: window as unknown, location: { href: '' }, close: vi.fn() };
    const opening = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    const { user } = drawUpload({ services: createFakeServices({ documents: [stored] }), value: stored.blob_path });
    await user.click(await screen.findByTitle('View id.png in a new tab'));
    await waitFor(() => expect(tab.location.href).toBe(`https://files.example/file/${stored.blob_path}`));
    expect([opening.mock.calls.length, tab.opener]).toEqual([1, null]);
    expect(screen.getAllByRole('button', { name: 'View id.png in a new tab' })).toHaveLength(1);
    opening.mockRestore();
  });

  it("can delete a file that the server doesn't list", async () => {
    const { user, value } = drawUpload({ value: 'app/gone.pdf' });
    await user.click(await screen.findByRole('button', { name: 'Delete Document' }));
    await waitFor(() => expect(value()).toBeUndefined());
  });

  it("has no upload or delete buttons while it's read-only", async () => {
    const stored = storedDocument('id.png');
    drawUpload({ services: createFakeServices({ documents: [stored] }), value: stored.blob_path, readonly: true });
    expect(await screen.findByRole('button', { name: 'View id.png in a new tab' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
    expect(screen.queryByLabelText(/Choose/)).toBeNull();
  });
});

describe('Upload of several files', () => {
  it('sends them one after another and stores a list', async () => {
    const { value, services } = drawUpload({ schema: many });
    await choose(pdf('1.pdf'), pdf('2.pdf'));
    expect(services.uploads).toHaveLength(1);
    await act(async () => services.uploads[0]?.succeed());
    await waitFor(() => expect(services.uploads).toHaveLength(2));
    await act(async () => services.uploads[1]?.succeed());
    await waitFor(() => expect(value()).toHaveLength(2));
    expect(services.uploads.map((each) => each.document_id)).toEqual([3, 3]);
    expect((await chooser()).disabled).toBe(false);
  });

  it("refuses more files than the list allows, and has no chooser when it's full", async () => {
    const services = createFakeServices();
    const { value } = drawUpload({ schema: many, services, value: ['a', 'b'] });
    await choose(pdf('3.pdf'), pdf('4.pdf'));
    expect(screen.getByRole('alert').textContent).toBe('You can add up to 3 files here.');
    await act(async () => services.uploads[0]?.succeed());
    await waitFor(() => expect(value()).toHaveLength(3));
    expect(screen.queryByLabelText(/Choose|Add another/)).toBeNull();
  });

  it('continues with the next file when one fails', async () => {
    const { services, value } = drawUpload({ schema: many });
    await choose(pdf('1.pdf'), pdf('2.pdf'));
    await act(async () => services.uploads[0]?.fail('This document is damaged.'));
    await waitFor(() => expect(services.uploads).toHaveLength(2));
    await act(async () => services.uploads[1]?.succeed());
    await waitFor(() => expect(value()).toHaveLength(1));
    expect(screen.getByRole('alert').textContent).toBe('This document is damaged.');
  });

  it('continues with the next file after a cancel, and never sends a waiting file that was canceled', async () => {
    const { user, services, value } = drawUpload({ schema: many });
    await choose(pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf'));
    for (const name of ['2.pdf', '1.pdf'])
      await user.click(screen.getByRole('button', { name: `Cancel the upload of ${name}` }));
    await waitFor(() => expect(services.uploads).toHaveLength(2));
    await act(async () => services.uploads[1]?.succeed());
    await waitFor(() => expect(value()).toHaveLength(1));
    expect(services.uploads.map(({ file }) => file.name)).toEqual(['1.pdf', '3.pdf']);
  });
});

describe('what an upload accepts', () => {
  it.each([
    [['image/png'], { name: 'a.png', type: 'image/png' }, true],
    [['image/*'], { name: 'a.gif', type: 'image/gif' }, true],
    [['image/heic'], { name: 'A.HEIC', type: '' }, true],
    [['application/pdf'], { name: 'a.pdf.exe', type: '' }, false],
    [['application/pdf'], { name: 'a.pdf', type: 'text/html' }, false],
    [[], { name: 'a', type: '' }, true],
  ])('%s: %o → %s', (types, file, verdict) => expect(accepts(types, file)).toBe(verdict));

  it('lists its file types as text', () => {
    expect(typesInWords(['image/jpeg', 'image/png', 'application/pdf'])).toBe('a JPEG, a PNG or a PDF');
    expect(typesInWords(['application/pdf'])).toBe('a PDF');
  });

  it.each([
    ['123456789012345678901', '123456789012345678901'],
    ['1234567890123456789012345', '123456789012345678901234…'],
  ])('shows %s as %s', (name, shown) => expect(shortName(name)).toBe(shown));
});
