/**
 * Programs that show, make, change, move and delete files.
 */
import type { Grammar } from "../grammar.ts"

const change = (options: string, mode = "--reference"): Grammar => ({
  does: "changes files' permissions or owners",
  options: `-fhHLPRvc --changes --silent --quiet --verbose --dereference --no-dereference --preserve-root --no-preserve-root --recursive --reference=names ${options}`,
  operands: "text write*",
  when: {
    "-R --recursive": { tree: true },
    "-L": { follows: true },
    // `chmod -x FILE`: the mode itself looks like an option.
    [mode]: { operands: "write*" }
  }
})

export const files: Readonly<Record<string, Grammar>> = {
  ls: {
    reads: true,
    anyOption: true,
    options:
      "-aAbBcCdeDfFgGhHiklLmnNoOpPqQrRsStTuUvxXyZ1@%, -I= -w= -T= --all --almost-all --author --escape --block-size= --ignore-backups --color[=] --directory --dired --classify[=] --file-type --format= --full-time --group-directories-first --no-group --human-readable --si --dereference-command-line --dereference-command-line-symlink-to-dir --hide= --hyperlink[=] --indicator-style= --inode --ignore= --kibibytes --dereference --numeric-uid-gid --literal --hide-control-chars --show-control-chars --quote-name --quoting-style= --reverse --recursive --size --sort= --time= --time-style= --tabsize= --width= --context --zero --help --version",
    operands: "names*",
    none: "names",
    when: { "-L --dereference": { follows: true } }
  },
  tree: {
    reads: true,
    none: "names",
    options:
      "-adflxpsughDFqNQriSnCAtcUvXJ -L= -P= -I= -H= -T= --help --version --prune --filelimit= --noreport --dirsfirst --filesfirst --gitignore --gitfile=read --infofile=read --matchdirs --ignore-case --charset= --si --du --timefmt= --sort[=] --inodes --device --metafirst --hintro=read --houtro=read --fromfile --info --nolinks !-o=write !-R !--output=write",
    operands: "names*",
    // A list's lines are shown as names.
    when: { "-l": { follows: true }, "--fromfile": { operands: "read*" } }
  },
  eza: {
    reads: true,
    none: "names",
    options:
      "-1GRTFdlaAbBghHimnSuU -L= -s= -I= -t= --oneline --grid --long --recurse --tree --classify[=] --icons[=] --color= --colour= --all --list-dirs --level= --reverse --sort= --group-directories-first --only-dirs --only-files --git-ignore --ignore-glob= --binary --bytes --group --header --inode --modified --time= --time-style= --no-permissions --no-user --no-time",
    operands: "names*"
  },
  stat: {
    reads: true,
    anyOption: true,
    options:
      "-L -f -t -q -r -s -x -n -F -l -c= --format= --printf= --dereference --file-system --cached= --terse --help --version",
    operands: "names*"
  },
  // -C compiles a magic file; -f reads what it lists; -z and -Z run decompressors.
  file: {
    reads: true,
    options:
      "-bEhikLlNnprsv0dI -F= -m=read -e= -P= --brief --mime --mime-type --mime-encoding --no-dereference --dereference --no-pad --no-buffer --raw --separator= --magic-file=read --exclude= --print0 --keep-going --extension --help --version !-C !--compile !-f=read !--files-from=read !!-z !!-Z",
    operands: "read*"
  },
  du: {
    reads: true,
    anyOption: true,
    options:
      "-0aAbBcDgHhklLmnPrsSx -d= -t= -X=read --all --apparent-size --bytes --total --dereference-args --max-depth= --human-readable --inodes --dereference --no-dereference --separate-dirs --si --summarize --threshold= --time[=] --time-style= --exclude= --exclude-from=read --one-file-system --null --block-size= --count-links --help --version",
    operands: "names*",
    none: "names",
    when: { "-L --dereference": { follows: true } }
  },
  df: {
    reads: true,
    anyOption: true,
    options:
      "-aghHiklmPTbn -B= -t= -x= --all --block-size= --human-readable --si --inodes --local --no-sync --output[=] --portability --total --type= --print-type --exclude-type= --help --version",
    operands: "names*"
  },
  realpath: {
    reads: true,
    anyOption: true,
    options:
      "-eELmPqsz --canonicalize --canonicalize-existing --canonicalize-missing --logical --physical --quiet --relative-to=names --relative-base=names --strip --no-symlinks --zero --help --version",
    operands: "names*"
  },
  readlink: {
    reads: true,
    anyOption: true,
    options:
      "-efmnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose --zero --help --version",
    operands: "names*"
  },
  basename: {
    reads: true,
    anyOption: true,
    options: "-a -z -s= --multiple --suffix= --zero --help --version",
    operands: "text*"
  },
  dirname: { reads: true, anyOption: true, options: "-z --zero --help --version", operands: "text*" },
  rm: {
    does: "deletes files",
    options:
      "-dfiIrRvPWx --force --interactive[=] --one-file-system --no-preserve-root --preserve-root[=] --recursive --dir --verbose --help --version",
    operands: "delete*"
  },
  rmdir: {
    does: "deletes directories",
    options: "-p -v --parents --verbose --ignore-fail-on-non-empty",
    operands: "delete*"
  },
  unlink: { does: "deletes a file", operands: "delete" },
  shred: {
    does: "destroys files",
    options: "-fuvxz -n= -s= --force --iterations= --random-source=read --size= --remove[=] --verbose --exact --zero",
    operands: "delete*"
  },
  srm: { does: "destroys files", options: "-dfirRsmvz", operands: "delete*" },
  trash: { does: "moves files to the trash", options: "-dfirRv -F", operands: "delete*" },
  "trash-put": { does: "moves files to the trash", options: "-dfirRv", operands: "delete*" },
  mv: {
    does: "moves files",
    unsettles: "anything",
    options:
      "-bfhinuvZT -t=into -S= --backup[=] --force --interactive --no-clobber --strip-trailing-slashes --suffix= --target-directory=into --no-target-directory --update[=] --verbose --exchange --no-copy --debug",
    operands: "move* into",
    when: { "-t --target-directory": { operands: "move*" } }
  },
  rename: { does: "moves files", unsettles: "anything", options: "-nvfosidal", operands: "text text? move*" },
  cp: {
    does: "copies files",
    options:
      "-abcdfHiLlnPpRrsuvXxZT -t=into -S= --archive --attributes-only --backup[=] --copy-contents --debug --dereference --force --interactive --link --no-dereference --no-clobber --no-target-directory --one-file-system --parents --preserve[=] --no-preserve= --recursive --reflink[=] --remove-destination --sparse= --strip-trailing-slashes --suffix= --symbolic-link --target-directory=into --update[=] --verbose --keep-directory-symlink",
    operands: "read* into",
    when: {
      "-t --target-directory": { operands: "read*" },
      "-a -d -R -r -P --archive --recursive --no-dereference": { tree: true, unsettles: "anything" },
      "-s -l --symbolic-link --link": { unsettles: "anything" },
      "-L --dereference": { follows: true }
    }
  },
  ln: {
    does: "makes links",
    unsettles: "anything",
    options:
      "-bdfFhiLnPrsTvw -t=into -S= --backup[=] --directory --force --interactive --logical --no-dereference --physical --relative --symbolic --suffix= --target-directory=into --no-target-directory --verbose",
    operands: "any* into",
    when: { "-t --target-directory": { operands: "any*" } }
  },
  link: { does: "makes a link", unsettles: "anything", operands: "any write" },
  symlink: { does: "makes a link", unsettles: "anything", operands: "any write" },
  mkdir: {
    does: "makes directories",
    options: "-p -v -Z -m= --mode= --parents --verbose --context[=]",
    operands: "write*"
  },
  mktemp: {
    does: "makes a file",
    options: "-dqtu -p=write --directory --dry-run --quiet --suffix= --tmpdir[=write]",
    operands: "text?"
  },
  mkfifo: { does: "makes files", options: "-m= -Z --mode=", operands: "write*" },
  mknod: { does: "makes a device", options: "-m= -Z --mode=", operands: "write text*" },
  touch: {
    does: "changes files",
    options: "-acfhm -d= -r=names -t= -A= --date= --no-create --no-dereference --reference=names --time=",
    operands: "write*"
  },
  truncate: {
    does: "changes files",
    options: "-c -o -s= -r=names --no-create --io-blocks --size= --reference=names",
    operands: "write*"
  },
  tee: { does: "writes files", options: "-a -i -p --append --ignore-interrupts --output-error[=]", operands: "write*" },
  sponge: { does: "writes a file", options: "-a", operands: "write?" },
  split: {
    does: "writes files",
    options:
      "-de -x -v -u -a= -b= -C= -l= -n= -t= --additional-suffix= --bytes= --lines= --number= --numeric-suffixes[=] !!--filter=shell",
    operands: "read? write?"
  },
  csplit: {
    does: "writes files",
    options: "-kqsz -f=write -b= -n= --prefix=write --suffix-format= --digits=",
    operands: "read text*"
  },
  install: {
    does: "installs files",
    options:
      "-bcCdDpsTvZ -g= -m= -o= -S= -t=into --backup[=] --compare --directory --group= --mode= --owner= --preserve-timestamps --strip !!--strip-program=shell --suffix= --target-directory=into --no-target-directory --verbose",
    operands: "read* into",
    when: { "-d --directory": { operands: "write*" }, "-t --target-directory": { operands: "read*" } }
  },
  chmod: change("-rwxXst", "--reference -r -w -x -X -s -t"),
  chown: change("--from="),
  chgrp: change(""),
  chattr: { does: "changes files' attributes", options: "-RVf", operands: "text delete*", lenient: true },
  chflags: { does: "changes files' flags", options: "-fhHLPRvx", operands: "text delete*" },
  setfacl: {
    does: "changes files' permissions",
    options:
      "-bknLPR -m= -x= -M=read -X=read --set= --set-file=read --modify= --remove= --remove-all --recursive --default --mask --restore=read",
    operands: "delete*"
  },
  xattr: { does: "may change files' attributes", options: "-clrsvx -d= -w=text,text -p=", operands: "delete*" },
  patch: {
    does: "changes files",
    unsettles: "anything",
    unpacks: "-d --directory",
    options:
      "-bcEeflNnRstTuZ -p= -i=read -o=write -d=write -B= -D= -F= -r=write -V= -Y= -z= --strip= --input=read --output=write --directory=write --dry-run --reverse --forward --force --batch --backup --unified --quiet --silent --verbose",
    operands: "write? read?"
  },
  dd: {
    does: "writes files or devices",
    keys: {
      if: "read",
      of: "write",
      bs: "text",
      ibs: "text",
      obs: "text",
      cbs: "text",
      count: "text",
      skip: "text",
      seek: "text",
      iseek: "text",
      oseek: "text",
      conv: "text",
      iflag: "text",
      oflag: "text",
      status: "text"
    }
  },
  sd: {
    does: "changes files",
    options: "-psFA -n= -f= --preview --string-mode --fixed-strings --max-replacements= --flags= --across",
    operands: "text text write*"
  },
  rsync: {
    does: "copies trees",
    tree: true,
    unsettles: "anything",
    options:
      "-aAbcCdDEgHhIikKlLmnNOopPqrRStuUvWXxyz0468 -B= !!-e=shell -f= -T=write -M= !!--rsh=shell !!--rsync-path= --archive --verbose --quiet --checksum --recursive --relative --backup --backup-dir=write --suffix= --update --inplace --append --dirs --links --copy-links --safe-links --perms --owner --group --times --dry-run --whole-file --one-file-system --delete --delete-before --delete-during --delete-after --delete-excluded --force --partial --partial-dir=write --progress --stats --human-readable --compress --exclude= --exclude-from=read --include= --include-from=read --files-from=read --filter= --info= --log-file=write --password-file=read --port= --bwlimit= --timeout= --chmod= --chown= --numeric-ids --ignore-existing --ignore-times --size-only --max-size= --min-size= --link-dest=read --compare-dest=read --copy-dest=read --temp-dir=write --out-format= --itemize-changes --no-perms --no-owner --no-group --no-times --mkpath",
    operands: "remote* remote-write",
    when: { "-L -k --copy-links": { follows: true } }
  },
  crontab: { does: "changes what runs later", options: "-eilr -u= -T=read", operands: "read?" }
}
