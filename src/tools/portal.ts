import { endWithReader } from './endWithReader';
import { ask } from './portal/ask';

/** `npm run portal -- <command>` */
async function main(args: string[]): Promise<void> {
  endWithReader();
  if (asksForHelp(args)) return console.log((await import('./portal/runCommand')).helpFor(args));
  const { lines, error, code } = await ask(args);
  for (const line of lines) console.log(line);
  if (error) console.error(error);
  process.exitCode = code;
}

/** Help needs no database. */
function asksForHelp(args: readonly string[]): boolean {
  return args.length === 0 || args.some((word) => word === 'help' || word === '--help' || word === '-h');
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
