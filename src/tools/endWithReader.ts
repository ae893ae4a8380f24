// This is a separate file, so that quick commands load nothing else.
/** Exits quietly if the output is closed early (`| head -1`). */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
