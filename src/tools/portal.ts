import { endWithReader } from './endWithReader';
import { ask } from './portal/ask';
import { asksForHelp, helpFor } from './portal/runCommand';

/** `npm run portal -- <command>`: what the operator of this installation does by hand. */
async function main(args: string[]): Promise<void> {
  endWithReader();
  if (asksForHelp(args)) return console.log(helpFor(args));
  const { lines, error, code } = await ask(args);
  for (const line of lines) console.log(line);
  if (error) console.error(error);
  process.exitCode = code;
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
