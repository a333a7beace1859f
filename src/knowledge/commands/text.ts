/**
 * Programs that print, filter and compare text. Options are those GNU coreutils, BSD and macOS agree on or whose
 * meaning differs without harm; sources are their manual pages.
 */
import type { Grammar } from "../grammar.ts"

const sums = "-b -c -t -w -z --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn"
const sum: Grammar = { reads: true, anyOption: true, options: sums, operands: "read*" }

export const text: Readonly<Record<string, Grammar>> = {
  cat: {
    reads: true,
    anyOption: true,
    options:
      "-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting --help --version",
    operands: "read*"
  },
  tac: {
    reads: true,
    anyOption: true,
    options: "-b -r -s= --before --regex --separator= --help --version",
    operands: "read*"
  },
  nl: {
    reads: true,
    anyOption: true,
    options:
      "-p -b= -d= -f= -h= -i= -l= -n= -s= -v= -w= --body-numbering= --number-format= --number-width= --number-separator= --starting-line-number=",
    operands: "read*"
  },
  rev: { reads: true, anyOption: true, options: "-0 -h -V --help --version", operands: "read*" },
  fold: {
    reads: true,
    anyOption: true,
    options: "-b -c -s -w= --bytes --spaces --width= --help --version",
    operands: "read*"
  },
  fmt: {
    reads: true,
    options: "-c -s -t -u -w= -p= -g= --split-only --uniform-spacing --width= --help --version -#",
    operands: "read*"
  },
  expand: { reads: true, anyOption: true, options: "-i -t= --initial --tabs=", operands: "read*" },
  unexpand: { reads: true, anyOption: true, options: "-a -t= --all --first-only --tabs=", operands: "read*" },
  paste: {
    reads: true,
    anyOption: true,
    options: "-s -z -d= --serial --delimiters= --zero-terminated",
    operands: "read*"
  },
  join: {
    reads: true,
    anyOption: true,
    options:
      "-i -z -1= -2= -a= -e= -j= -o= -t= -v= --ignore-case --check-order --nocheck-order --header --zero-terminated",
    operands: "read read"
  },
  column: {
    reads: true,
    options:
      "-t -x -n -s= -c= -o= -N= -R= -H= -J --table --separator= --output-separator= --columns= --json --output-width=",
    operands: "read*"
  },
  head: {
    reads: true,
    anyOption: true,
    options: "-n= -c= -q -v -z --lines= --bytes= --quiet --silent --verbose --zero-terminated --help --version -#",
    operands: "read*"
  },
  tail: {
    reads: true,
    anyOption: true,
    options:
      "-n= -c= -b= -f -F -r -q -v -z -s= --lines= --bytes= --follow[=] --retry --quiet --silent --verbose --pid= --sleep-interval= --zero-terminated --help --version -#",
    operands: "read*"
  },
  wc: {
    reads: true,
    anyOption: true,
    options: "-c -l -L -m -w --bytes --chars --lines --words --max-line-length --total= --help --version",
    operands: "read*"
  },
  cut: {
    reads: true,
    anyOption: true,
    options:
      "-b= -c= -d= -f= -n -s -w -z --bytes= --characters= --delimiter= --fields= --complement --only-delimited --output-delimiter= --zero-terminated",
    operands: "read*"
  },
  tr: {
    reads: true,
    anyOption: true,
    options: "-c -C -d -s -t -u --complement --delete --squeeze-repeats --truncate-set1",
    operands: "text text?"
  },
  // -o, --output and --compress-program write and run; -T makes temporary files; --files0-from reads what it lists.
  sort: {
    reads: true,
    options:
      "-bcdfghimMnRrsuVzC -k= -t= -S= !-o=write !--output=write !-T=write !--temporary-directory=write !!--compress-program=shell !--files0-from=read --random-source=read --batch-size= --parallel= --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort --random-sort --reverse --sort= --version-sort --check[=] --debug --key= --merge --stable --buffer-size= --field-separator= --unique --zero-terminated --help --version",
    operands: "read*"
  },
  uniq: {
    reads: true,
    options:
      "-c -d -D -i -u -z -f= -s= -w= --count --repeated --all-repeated[=] --skip-fields= --group[=] --ignore-case --skip-chars= --unique --zero-terminated --check-chars= --help --version",
    operands: "read? !write?"
  },
  comm: {
    reads: true,
    anyOption: true,
    options: "-123iz --check-order --nocheck-order --output-delimiter= --total --zero-terminated",
    operands: "read read"
  },
  cmp: {
    reads: true,
    anyOption: true,
    options: "-b -l -s -x -i= -n= --print-bytes --verbose --quiet --silent --ignore-initial= --bytes=",
    operands: "read read text?  text?"
  },
  // -l and --paginate run pr.
  diff: {
    reads: true,
    options:
      "-a -b -B -c -C= -d -D= -e -E -f -H -i -I= -L= -n -N -p -P -q -r -s -S= -t -T -u -U= -v -w -W= -x= -X=read -y -Z --normal --brief --report-identical-files --context[=] --unified[=] --ed --rcs --side-by-side --width= --left-column --suppress-common-lines --show-c-function --show-function-line= --label= --expand-tabs --initial-tab --tabsize= --suppress-blank-empty --recursive --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case --exclude= --exclude-from=read --starting-file= --from-file=read --to-file=read --ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --text --strip-trailing-cr --minimal --speed-large-files --color[=] --palette= --help --version !!-l !!--paginate",
    operands: "read*",
    // Two directories are compared file by file, links followed, even without -r.
    tree: true,
    follows: true
  },
  grep: {
    reads: true,
    anyOption: true,
    options:
      "-abcEFGhHiIlLnoPqrRsSTUvVwxyZz -e= -f=read -A= -B= -C= -m= -d= -D= --regexp= --file=read --after-context= --before-context= --context= --context[=] --max-count= --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case --word-regexp --line-regexp --count --color[=] --colour[=] --files-without-match --files-with-matches --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --label= --line-number --initial-tab --null --null-data --text --binary-files= --devices= --directories= --exclude= --exclude-from=read --exclude-dir= --include= --recursive --dereference-recursive --line-buffered --binary --invert-match --help --version -#",
    operands: "text read*",
    when: {
      "-e -f --regexp --file": { operands: "read*" },
      "-r -R --recursive --dereference-recursive": { tree: true, none: "tree" },
      // `recurse` is one of their values.
      "-d --directories": { tree: true, none: "tree" },
      // -S is BSD's.
      "-R -S --dereference-recursive": { follows: true }
    }
  },
  // --pre, --hostname-bin and --search-zip run programs; a configuration file comes only from the environment.
  rg: {
    reads: true,
    tree: true,
    none: "tree",
    skipsHidden: true,
    options:
      "-acFhHiIlLnNopPqsSUuvVwx. -e= -f=read -A= -B= -C= -m= -g= -t= -T= -E= -j= -d= -M= -r= -0 --regexp= --file=read --after-context= --before-context= --context= --max-count= --glob= --iglob= --type= --type-not= --type-add= --type-clear= --type-list --encoding= --threads= --max-depth= --maxdepth= --max-columns= --max-columns-preview --max-filesize= --replace= --text --count --count-matches --fixed-strings --with-filename --no-filename --ignore-case --files --files-with-matches --files-without-match --follow --line-number --no-line-number --only-matching --pcre2 --quiet --case-sensitive --smart-case --multiline --multiline-dotall --unrestricted --invert-match --word-regexp --line-regexp --hidden --no-hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-global --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-config --no-messages --no-heading --heading --color= --colors= --column --no-column --context-separator= --json --stats --sort= --sortr= --sort-files --trim --vimgrep --null --null-data --crlf --engine= --one-file-system --passthru --pretty --stop-on-nonmatch --binary --byte-offset --line-buffered --block-buffered --dfa-size-limit= --regex-size-limit= --field-context-separator= --field-match-separator= --ignore-file=read --ignore-file-case-insensitive --path-separator= --include-zero --auto-hybrid-regex --debug --trace --help --version !!--pre=shell --pre-glob= !!--hostname-bin=shell !!-z !!--search-zip --no-pre --no-search-zip",
    operands: "text read*",
    when: {
      "-e -f --regexp --file --files --type-list": { operands: "read*" },
      "-. -u -g --hidden --unrestricted --glob --iglob": { hidden: true },
      "-L --follow": { follows: true }
    }
  },
  md5sum: sum,
  sha1sum: sum,
  sha224sum: sum,
  sha256sum: sum,
  sha384sum: sum,
  sha512sum: sum,
  b2sum: { reads: true, anyOption: true, options: `${sums} -l= --length=`, operands: "read*" },
  cksum: {
    reads: true,
    anyOption: true,
    options: `${sums} -a= --algorithm= --length= --untagged --base64`,
    operands: "read*"
  },
  shasum: {
    reads: true,
    options: "-a= -b -c -t -0 -s -U -w --algorithm= --binary --check --text --tag",
    operands: "read*"
  },
  md5: { reads: true, anyOption: true, options: "-p -q -r -t -x -s=", operands: "read*" },
  od: {
    reads: true,
    anyOption: true,
    options:
      "-a -b -c -d -f -i -l -o -s -x -v -A= -j= -N= -S= -t= -w[=] --address-radix= --skip-bytes= --read-bytes= --format= --output-duplicates --width[=]",
    operands: "read*"
  },
  hexdump: { reads: true, options: "-b -c -C -d -o -v -x -e= -n= -s= -f=read", operands: "read*" },
  xxd: {
    reads: true,
    options: "-a -b -C -e -E -i -p -ps -u -c= -g= -l= -n= -o= -s= -R=",
    operands: "read? !write?",
    oneDash: true
  },
  strings: {
    reads: true,
    anyOption: true,
    options:
      "-a -f -o -w -n= -t= -e= -T= --all --print-file-name --bytes= --radix= --encoding= --include-all-whitespace -#",
    operands: "read*"
  },
  base64: {
    reads: true,
    options: "-d -D -i -w= --decode --ignore-garbage --wrap= --help --version !-o=write !--output=write",
    operands: "read?"
  },
  base32: { reads: true, options: "-d -i -w= --decode --ignore-garbage --wrap=", operands: "read?" },
  iconv: {
    reads: true,
    options: "-f= -t= -c -l -s --from-code= --to-code= --list --silent !-o=write !--output=write",
    operands: "read*"
  },
  // env and $ENV print the environment; import and include read modules: see the filter's own test.
  jq: {
    reads: true,
    options:
      "-acCejMnrRsS -f=read -L=read --ascii-output --compact-output --color-output --monochrome-output --exit-status --join-output --null-input --raw-input --raw-output --raw-output0 --slurp --sort-keys --tab --indent= --arg=text,text --argjson=text,text --slurpfile=text,read --rawfile=text,read --from-file=read --unbuffered --seq --stream --stream-errors --help --version -h -V",
    operands: "text read*",
    when: { "-f --from-file": { operands: "read*" } }
  },
  yq: {
    does: "may write in place or run expressions that do",
    options:
      "-cCeijMnNPrs -p= -o= -I= --arg=text,text --inplace --in-place --input-format= --output-format= --prettyPrint --null-input --raw-output --indent= --from-file=read",
    operands: "text any*"
  }
}
