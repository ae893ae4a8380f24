import type { Contender } from './contender';
import { employers } from './employers';

const contenders = import.meta.glob<{ contender: Contender }>('./contenders/*.{tsx,jsx}');
const query = new URLSearchParams(location.search);
const load = contenders[`./contenders/${query.get('contender')}`];
if (!load) throw new Error(`There is no contender '${query.get('contender')}'`);
const { contender } = await load();
await contender.mount(document.getElementById('root') as HTMLElement, employers(Number(query.get('rows'))));
