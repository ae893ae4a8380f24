// By itself, since the quick commands load nothing of the operator's.
/** Whoever reads a command's output may stop early (`| head -1`): the command then ends, and says nothing of it. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
