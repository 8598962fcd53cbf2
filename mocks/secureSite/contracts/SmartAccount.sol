// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The operation that the EntryPoint passes (ERC-4337, EntryPoint 0.7).
struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

/// One call of another contract, or a plain payment.
struct Call {
    address to;
    uint256 value;
    bytes data;
}

enum Kind {
    ContractCall,
    NativeAllowance,
    TokenAllowance
}

/// What the holders of a grant may do (EIP-7715).
struct Permission {
    Kind kind;
    /// The contract or the token; zero for the native coin.
    address target;
    /// The selectors of the allowed functions.
    bytes4[] selectors;
    /// The maximum amount per period, in base units.
    uint256 allowance;
    /// The start of the first period, and the length of a period, in seconds.
    uint48 start;
    uint48 period;
}

struct Grant {
    /// All of these keys must sign.
    address[] keys;
    /// Seconds since 1970.
    uint48 validUntil;
    Permission[] permissions;
    /// Distinguishes otherwise equal grants.
    uint256 salt;
}

/// An account that is owned by a key. The owner can let other keys act within limits that this contract enforces.
contract SmartAccount {
    uint256 private constant SIGNATURE_FAILED = 1;
    bytes4 private constant ERC1271_VALID = 0x1626ba7e;
    bytes4 private constant TRANSFER = bytes4(keccak256("transfer(address,uint256)"));
    bytes32 private constant DOMAIN = keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant MESSAGE = keccak256("Message(bytes32 hash)");

    address public immutable owner;
    address public immutable entryPoint;

    /// Valid grants, by hash.
    mapping(bytes32 id => bool) public isGranted;
    /// The amount spent, by grant, permission and period.
    mapping(bytes32 id => mapping(uint256 permission => mapping(uint256 period => uint256))) public spent;

    error NotAllowed();
    error NotValid();
    error NotGranted(address to, uint256 value, bytes data);
    error OverAllowance(uint256 left, uint256 asked);
    error NotPaid();

    constructor(address owner_, address entryPoint_) {
        owner = owner_;
        entryPoint = entryPoint_;
    }

    receive() external payable {}

    /// Accepts tokens that ask their receiver (ERC-721, ERC-1155).
    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return this.onERC1155BatchReceived.selector;
    }

    /// Executes all calls, or reverts.
    function execute(Call[] calldata calls) external {
        if (msg.sender != entryPoint && msg.sender != owner) revert NotAllowed();
        for (uint256 i = 0; i < calls.length; i++) {
            (bool succeeded, bytes memory result) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (succeeded) continue;
            assembly {
                revert(add(result, 32), mload(result))
            }
        }
    }

    /// Lets the keys of a grant act. Only the account itself may call it.
    function grant(Grant calldata given) external {
        if (msg.sender != address(this)) revert NotAllowed();
        if (given.keys.length == 0 || given.validUntil <= block.timestamp) revert NotValid();
        for (uint256 i = 0; i < given.permissions.length; i++)
            if (given.permissions[i].kind != Kind.ContractCall && given.permissions[i].period == 0) revert NotValid();
        isGranted[keccak256(abi.encode(given))] = true;
    }

    /// Revokes a grant. Only the account itself may call it.
    function revoke(bytes32 id) external {
        if (msg.sender != address(this)) revert NotAllowed();
        isGranted[id] = false;
    }

    /// Accepts the owner's signature, or a grant with a signature of each of its keys.
    function validateUserOp(PackedUserOperation calldata operation, bytes32 hash, uint256 missing)
        external
        returns (uint256)
    {
        if (msg.sender != entryPoint) revert NotAllowed();
        if (operation.signature.length != 65) return _validateGranted(operation, hash);
        if (_signer(hash, operation.signature) != owner) return SIGNATURE_FAILED;
        if (missing > 0) {
            (bool paid,) = msg.sender.call{value: missing}("");
            if (!paid) revert NotPaid();
        }
        return 0;
    }

    /// ERC-1271. The signed data contains the account and the chain, so a signature is valid for no other.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        bytes32 domain = keccak256(abi.encode(DOMAIN, keccak256("Latchkey Smart Account"), block.chainid, address(this)));
        bytes32 message = keccak256(abi.encode(MESSAGE, hash));
        bytes32 signed = keccak256(abi.encodePacked("\x19\x01", domain, message));
        return signature.length == 65 && _signer(signed, signature) == owner ? ERC1271_VALID : bytes4(0xffffffff);
    }

    function _validateGranted(PackedUserOperation calldata operation, bytes32 hash) private returns (uint256) {
        (Grant memory used, bytes[] memory signatures) = abi.decode(operation.signature, (Grant, bytes[]));
        bytes32 id = keccak256(abi.encode(used));
        // Allowances do not cover gas, so the account never pays fees for operations that its owner has not signed.
        if (operation.gasFees != 0 || operation.paymasterAndData.length > 0) revert NotAllowed();
        if (!isGranted[id] || bytes4(operation.callData[:4]) != this.execute.selector) revert NotAllowed();
        if (signatures.length != used.keys.length) return SIGNATURE_FAILED;
        for (uint256 i = 0; i < signatures.length; i++)
            if (signatures[i].length != 65 || _signer(hash, signatures[i]) != used.keys[i]) return SIGNATURE_FAILED;
        Call[] memory calls = abi.decode(operation.callData[4:], (Call[]));
        for (uint256 i = 0; i < calls.length; i++) _spend(id, used.permissions, calls[i]);
        return uint256(used.validUntil) << 160;
    }

    /// Counts a call against the first permission that applies to it.
    function _spend(bytes32 id, Permission[] memory permissions, Call memory call) private {
        if (call.to != address(this) && call.to != entryPoint)
            for (uint256 i = 0; i < permissions.length; i++) {
                (bool isMeant, uint256 amount) = _amount(permissions[i], call);
                if (!isMeant) continue;
                if (permissions[i].kind == Kind.ContractCall) return;
                if (block.timestamp < permissions[i].start) revert OverAllowance(0, amount);
                uint256 period = (block.timestamp - permissions[i].start) / permissions[i].period;
                uint256 left = permissions[i].allowance - spent[id][i][period];
                if (amount > left) revert OverAllowance(left, amount);
                spent[id][i][period] += amount;
                return;
            }
        revert NotGranted(call.to, call.value, call.data);
    }

    /// Whether a permission applies to a call, and the amount that the call uses.
    function _amount(Permission memory permission, Call memory call) private pure returns (bool, uint256) {
        if (permission.kind == Kind.NativeAllowance) return (call.data.length == 0, call.value);
        if (call.to != permission.target || call.value > 0 || call.data.length < 4) return (false, 0);
        bytes4 selector = bytes4(call.data);
        if (permission.kind == Kind.TokenAllowance) {
            if (selector != TRANSFER || call.data.length != 68) return (false, 0);
            bytes memory data = call.data;
            uint256 amount;
            assembly {
                amount := mload(add(data, 68))
            }
            return (true, amount);
        }
        for (uint256 i = 0; i < permission.selectors.length; i++)
            if (permission.selectors[i] == selector) return (true, 0);
        return (false, 0);
    }

    /// The signer's address. Reverts for an invalid signature, for which `ecrecover` returns zero.
    function _signer(bytes32 hash, bytes memory signature) private pure returns (address signer) {
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        signer = ecrecover(hash, v, r, s);
        if (signer == address(0)) revert NotValid();
    }
}

/// Deploys the account of an owner, always at the same address.
contract SmartAccountFactory {
    address public immutable entryPoint;

    constructor(address entryPoint_) {
        entryPoint = entryPoint_;
    }

    function create(address owner) external returns (address) {
        return address(new SmartAccount{salt: 0}(owner, entryPoint));
    }
}
