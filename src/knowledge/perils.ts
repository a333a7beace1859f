/**
 * Options, settings and words with which a program runs another program, or code that stands among its words: what its
 * own table does not tell. From the manual page or the help text of each.
 */

/** What of a program's words makes it run more than its name says. */
export interface Peril {
  /**
   * Tried on each word and the words behind it, with a blank between: matched, what follows the match is run, as shell
   * text or as a program's name.
   */
  readonly runs?: RegExp
  /** Tried alike: matched, code runs that is not read. */
  readonly code?: RegExp
  /** Tried on all words from the first on, with a blank between: matched, something runs that is not read. */
  readonly opens?: RegExp
  /**
   * Words `NAME=VALUE` set variables as the environment does, and these too name programs; what any holds goes through
   * a shell.
   */
  readonly assigns?: RegExp
  /** What stands behind a double dash is not its own. */
  readonly ends?: true
}

const compiler: Peril = {
  runs: /^-wrapper[= ]/,
  code: /^(?:-B|--?specs=|-fplugin|-fpass-plugin|-fuse-ld=\S*\/|-Xclang -(?:load|plugin|add-plugin)|-load |@)/
}
// GNU make manual, 10.3.
const make: Peril = {
  assigns: /^(?:AS|CO|CTANGLE|CWEAVE|GET|LINT|M2C|MAKEINFO|PC|RANLIB|RM|TANGLE|TEX|TEXI2DVI|WEAVE)$/
}
const npmSetting = "(?:script-shell|shell|node-options|git|viewer|browser|editor|init-module|npx|onload-script)"
const npm: Peril = {
  runs: new RegExp(`^--(?:${npmSetting}|script-s\\w*|node-o[\\w-]*)[= ]`),
  opens: new RegExp(`^(?:-\\S+ )*(?:c(?:onfig)? )?set (?:\\S+ )*${npmSetting}[= ]`),
  ends: true
}
const pnpm: Peril = {
  runs: /^--(?:config\.)?(?:script-shell|node-options)[= ]/,
  opens: /^(?:-\S+ )*(?:c(?:onfig)? )?set (?:\S+ )*(?:script-?shell|node-?options|pnpmfile|yarn-?path|plugins)[= ]/i
}
/** Modules of Python's own that run code from their words or their input. */
const python: Peril = {
  code: /^(?:-[bBdEIOPqsSuv]*m ?(?:timeit|code|asyncio|pdb|idlelib|bdb|sqlite3|pty|doctest|ensurepip\._uninstall|IPython|ptpython|bpython)(?: |$)|\S*manage\.py (?:shell|dbshell))/
}
const tex: Peril = { code: /^-{1,2}(?:shell-escape|enable-write18)|\\directlua|\\write|\\input ?\|/ }
const evaluates: Peril = { code: /^(?:-[a-z]*e|--eval|--execute|--print|-p)(?:[= ]|$)/ }
const apt: Peril = {
  runs: /^(?:-[a-z]*o|--option)[= ]?\S*(?:invoke|::pre-|::post-|install-pkgs|dir::|solver|planner|pager|methods?::)[^=]*=?/i,
  code: /^(?:-c|--config-file)[= ]/
}
const mongo: Peril = { code: /^--eval[= ]/ }
const rename: Peril = {
  // The expression of perl's is Perl; a substitution without code is not.
  opens:
    /^(?:-\S+ )*(?!(?:s|y|tr)([/|,#!:])(?:(?!\1|[`@]|\$[\w{(]|\(\?+\{).)*\1(?:(?!\1|[`@]|\$\{|\$[A-Za-z_(]).)*\1[gimsxr]*(?: |$))(?:(?:s|y|tr)[^\w\s]|\S*[(`$;])/
}

/** By program. */
export const perils: Readonly<Record<string, Peril>> = {
  make,
  gmake: make,
  bmake: make,
  cmake: {
    runs: /^-D ?CMAKE_(?:\w+_COMPILER(?:_LAUNCHER)?|MAKE_PROGRAM|LINKER|AR|RANLIB|CROSSCOMPILING_EMULATOR)(?::\w+)?=(?!(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|ccache|sccache|ninja|make)(?:-\d+)?(?: |$))/
  },
  ctest: { runs: /^--(?:test-command|build-makeprogram)[= ]/ },
  go: {
    runs: /^--?(?:exec|toolexec|vettool)[= ]/,
    code: /^--?ldflags[= ].*-(?:extld[= ]|wrapper|fplugin|fuse-ld=\S*\/)/s,
    opens: /^env -w (?:\S+ )*(?:CC|CXX|AR|FC|PKG_CONFIG|GCCGO|GOFLAGS|GOTOOLCHAIN|GOROOT|GOCACHEPROG|GOAUTH|GOPROXY)=/
  },
  cargo: {
    runs: /^(?:-C|--codegen)[= ]?linker=/,
    code: /^--config[= ](?!(?:profile|term|net|http|build\.(?:jobs|target|target-dir|incremental))\b)\S*[=.]/
  },
  rustc: {
    runs: /^(?:-C|--codegen)[= ]?linker=/,
    code: /^(?:-C|--codegen)[= ]?(?:linker-flavor|link-args?)=\S*(?:-B|-wrapper|-fplugin|-fuse-ld=\S*\/)/
  },
  gcc: compiler,
  cc: compiler,
  "g++": compiler,
  "c++": compiler,
  clang: compiler,
  "clang++": compiler,
  npm,
  pnpm,
  yarn: pnpm,
  deno: {
    runs: /^--eval[= ]/,
    code: /^(?:-$|- |(?:https?|data|npm|jsr|blob):|--ext[= ])/,
    opens: /^(?:-\S+ )*(?:eval|repl|jupyter)(?: |$)/
  },
  node: { code: /^(?:--(?:import|loader|experimental-loader|require)[= ])?data:/ },
  tsx: { code: /^(?:--(?:import|loader|experimental-loader|require)[= ])?data:/ },
  python,
  php: { code: /^\S*artisan (?:tinker|db)(?: |$)/ },
  artisan: { opens: /^(?:tinker|db)(?: |$)/ },
  "manage.py": { opens: /^(?:shell|shell_plus|dbshell)(?: |$)/ },
  // Of an option's name the beginning will do.
  git: {
    runs: /^--(?:exec?|extc\w*|upl[\w-]*|rece[\w-]*|sendmail-c\w*|to-c\w+|cc-c\w+|header-c\w+|httpd?|access-h\w*|smtp-server)[= ]/,
    code: /^(?:merge-index |remote-ext |remote-fd |shell -c)/
  },
  gh: {
    opens:
      /^(?:repo clone .* (?:-u|--upload-pack|-c|--config|--template)(?:[= ]|\S)|alias (?:set|import) |config set (?:-\S+ )*(?:pager|editor|browser|git_protocol) |(?:cs|codespace) ssh)/s
  },
  less: {
    code: /^\+(?!\+?(?:[GFg0-9]*|\/[\w.:-]*)(?: |$))/,
    runs: /^(?:--lesskey-(?:src|content|file)[= ]|-[A-Za-z]*k)/
  },
  more: { code: /^\+(?!(?:\d*|\/[\w.:-]*)(?: |$))/ },
  man: { runs: /^(?:-[a-zA-Z]*[HP]|--html?[= ]|--p(?:a|ag|age|ager)[= ])/, code: /^(?:-[a-z]*C|--config-file)/ },
  wget: { runs: /^(?:(?:-[A-Za-z]*e|--exe\w*=) ?)?use[-_]?askpass ?= ?/i, code: /^--conf\w*[= ]/ },
  yq: { code: /\bsystem\s*\(/ },
  crontab: { opens: /^(?!(?:-u \S+ )?-[lr](?: |$))/ },
  rename,
  prename: rename,
  "file-rename": rename,
  "perl-rename": rename,
  just: { runs: /^(?:-c|--command|--shell|--chooser|--cygpath)[= ]/ },
  "tsc-watch": { runs: /^--on[A-Za-z]+[= ]/ },
  tsup: { runs: /^--on[A-Za-z]+[= ]/ },
  chokidar: { runs: /^(?:-c|--command)[= ]/ },
  watchmedo: { runs: /^(?:-c|--command)[= ]/, opens: /^auto-restart / },
  pm2: { opens: /^start (?!(?:\S+\.(?:[cm]?js|ts|json|ya?ml)|all|\d+)(?: |$))/ },
  ag: { runs: /^--pager[= ]/ },
  ack: { runs: /^--pager[= ]/ },
  bat: { runs: /^--pager[= ]/ },
  batcat: { runs: /^--pager[= ]/ },
  delta: { runs: /^--pager[= ]/ },
  ugrep: { runs: /^--(?:pager=|filter=|view=)/ },
  ug: { runs: /^--(?:pager=|filter=|view=)/ },
  hg: {
    runs: /^--(?:ssh|remotecmd|tool)[= ]/,
    code: /^--config[= ](?!ui\.(?:username|verbose|quiet|color|interactive)=)/,
    opens: /^(?:-\S+ )*(?:bisect .*(?: -c|--command)|extdiff |histedit.*--commands)/s
  },
  svn: { runs: /^--(?:diff-cmd|diff3-cmd|editor-cmd)[= ]/, code: /^--config-(?:option|dir)[= ]/ },
  repo: { opens: /^forall / },
  "yt-dlp": {
    runs: /^--(?:exec[\w-]*|downloader|external-downloader|netrc-cmd)[= ]/,
    code: /^--(?:config-location|plugin-dir)s?[= ]/
  },
  "youtube-dl": { runs: /^--(?:exec|external-downloader)[= ]/, code: /^--config-location[= ]/ },
  aria2c: { runs: /^--on-[\w-]+[= ]/ },
  tcpdump: { runs: /^-[A-Za-z#]*z/ },
  rpm: { code: /%[({]/ },
  rpmbuild: { code: /%[({]/ },
  apt,
  "apt-get": apt,
  "apt-cache": apt,
  aptitude: apt,
  pandoc: {
    runs: /^(?:-F|--filter[= ]|--pdf-engine[= ](?!(?:pdflatex|xelatex|lualatex|tectonic|wkhtmltopdf|weasyprint|typst|context|pdfroff)(?: |$)))(?! ?pandoc-)/,
    code: /^(?:-L|--lua-filter[= ])/
  },
  pdflatex: tex,
  latex: tex,
  xelatex: tex,
  lualatex: tex,
  pdftex: tex,
  tex,
  latexmk: { code: /^--?(?:e|r)(?: |$)|^--?(?:pdf|lua|xe|dvi)?latex=|^--?(?:use)?pretex|^--?shell-escape/ },
  rclone: { runs: /^--(?:password-command|sftp-ssh|metadata-mapper)[= ]/ },
  restic: { runs: /^(?:--password-command[= ]|(?:-o|--option)[= ]?(?:sftp\.command|rclone\.program)=)/ },
  borg: { runs: /^--rsh[= ]/ },
  sshfs: { runs: /^-o ?(?:\S*,)?(?:ssh_command|proxycommand|localcommand|knownhostscommand)=/i },
  "ssh-copy-id": { runs: /^-o ?(?:proxycommand|localcommand|knownhostscommand)[= ]/i, code: /^-F/ },
  emacsclient: { code: /^(?:-[a-z]*e|--eval)/, runs: /^(?:-a|--alternate-editor)[= ]/ },
  kubectl: { code: /^--enable-(?:exec|alpha-plugins)/ },
  kustomize: { code: /^--enable-(?:exec|alpha-plugins)/ },
  // It connects by ssh, whose settings may run programs.
  docker: { code: /^(?:-H|--host)[= ]?ssh:/ },
  helm: { runs: /^--post-renderer[= ]/ },
  rails: { opens: /^(?:runner|r|console|c|dbconsole|db)(?: |$)/ },
  wp: { opens: /^(?:-\S+ )*(?:eval|eval-file|shell)(?: |$)/, code: /^--(?:exec|require|ssh)[= ]/ },
  octave: evaluates,
  "octave-cli": evaluates,
  matlab: { code: /^-(?:batch|r)(?: |$)/ },
  raku: evaluates,
  swipl: { code: /^-[a-z]*[gt]|^--(?:goal|toplevel)/ },
  mix: { opens: /^(?:eval |run .*(?:-e|--eval|-r|--require)[= ])/s },
  jruby: evaluates,
  bb: { code: /^(?:-e|--eval|-[xmfp] |\()/ },
  clj: { code: /^(?:-M\S* )?(?:-e|--eval)[= ]/ },
  ocaml: evaluates,
  ghc: evaluates,
  runghc: evaluates,
  swift: { code: /^-e(?: |$)/, opens: /^repl/ },
  kotlin: evaluates,
  coffee: evaluates,
  zx: { code: /^(?:-e|--eval[= ]|https?:|-(?: |$))/ },
  "babel-node": evaluates,
  micropython: { code: /^-c/ },
  mongosh: mongo,
  mongo,
  mysqlsh: { code: /^(?:-e|--execute|--py|--js|--python|--javascript|-f|--file)/ },
  electron: evaluates
}

/** Words with which a program that can run anything does not, where all of them stand in the text, a blank between. */
export const idle: Readonly<Record<string, RegExp>> = {
  // tmux(1): the other commands run shells, or what a format says.
  tmux: /^(?:-[LS] [\w./-]+ )?(?:ls|list-(?:sessions|windows|panes|clients|keys|commands|buffers)|lsw|lsp|lsc|info|has-session|has|attach|attach-session|a|at|detach|detach-client|capture-pane|capturep|kill-(?:session|window|pane|server)|killp|killw|rename-session|rename-window|select-(?:window|pane)|switch-client|switch|show-buffer|showb)(?: [\w@%:.=$/+-]+)*$/,
  // screen(1).
  screen: /^(?:-ls|-list|-wipe|-v|--version)(?: [\w.-]+)?$/,
  // sqlite3(1): other commands with a dot, and some functions, run programs, load code or write files.
  sqlite3:
    /^(?:--?(?:header|noheader|csv|json|column|line|list|box|table|markdown|html|readonly|batch|bail|tabs|quote) )*[\w~./-]+ (?!.*(?:\b(?:edit|load_extension|writefile|readfile|fts3_tokenizer|zipfile|fsdir|attach|vacuum)\b|\n))(?:\.(?:tables?|schema|databases|indexes|indices|dump|fullschema|dbinfo)(?: [\w.%]+)?|(?:select|insert|update|delete|create|drop|alter|pragma|explain|with|begin|values)\b.*)$/is,
  // nix(1).
  nix: /^(?:--extra-experimental-features (?:[\w-]+ )+)?(?:build|flake (?:check|show|metadata|update|lock)|path-info|log|hash \w+|search)(?: (?:--(?:no-link|impure|print-build-logs|show-trace|json|print-out-paths|no-update-lock-file|keep-going|dry-run|rebuild|offline|all-systems|no-build)|-L|-v|[\w.][\w.#:/@^?=&+~-]*|#[\w.-]+))*$/
}

/** Of those, the ones whose first word that is no option is a file they read and write. */
export const idleFiles: ReadonlySet<string> = new Set(["sqlite3"])

/** Programs that an option may name where it names the usual one, and which run no other by these options. */
export const usualPrograms =
  /^(?:ssh(?: -[46aCqTvx]| -p ?\d+| -i ?[\w./~-]+| -l ?[\w-]+)*|(?:gzip|pigz|bzip2|pbzip2|lbzip2|xz|pixz|zstd|pzstd|zstdmt|lz4|lzip|plzip|brotli)(?: -\d+| -T ?\d+| -p ?\d+| --ultra| --long(?:=\d+)?| -[cdknqv])*)$/
