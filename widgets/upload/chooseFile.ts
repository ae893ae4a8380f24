/** Opens the file dialog, or the phone's camera if `isCamera` is true. Browsers allow this only after a user action. */
export function chooseFile(accept: string | undefined, onFile: (file: File) => void, isCamera = false): void {
  const input = document.createElement('input');
  input.type = 'file';
  if (accept) input.accept = accept;
  if (isCamera) input.capture = 'environment';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) onFile(file);
  });
  input.click();
}
