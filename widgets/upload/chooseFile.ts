/** Opens the browser's file dialog. Must be called during a click event. */
export function chooseFile(accept: string | undefined, onFile: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  if (accept) input.accept = accept;
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) onFile(file);
  });
  input.click();
}
